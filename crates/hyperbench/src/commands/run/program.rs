//! A program of the user's, as a benchmark of the Linux guest.

use super::measure_image;
use crate::cli::RunArgs;
use crate::exit::Exit;
use crate::kept::Kept;
use ground::{GuestKind, Trouble};
use images::KernelImage;
use results::Document;

/// The program, with all its files.
pub(in crate::commands) struct Program {
    /// What the benchmark is called.
    pub(in crate::commands) name: String,
    /// The archive of its files.
    pub(in crate::commands) files: Vec<u8>,
}

impl Program {
    /// The one of those that the user has added whose name is among the patterns of `args`; those
    /// of benchmarks of `image` are theirs.
    ///
    /// # Errors
    /// When others are asked for beside it.
    pub(super) fn asked_for(args: &RunArgs, image: &KernelImage) -> Result<Option<Asked>, Trouble> {
        let is_built_in = |name: &String| image.benchmarks.iter().any(|it| it.name == *name);
        let mut names: Vec<&String> = args.benches.iter().filter(|it| !is_built_in(it)).collect();
        if image.kind != GuestKind::Linux || names.is_empty() {
            return Ok(None);
        }
        let kept = Kept::open()?;
        names.retain(|name| kept.has_files(name));
        match (&names[..], &args.benches[..]) {
            ([], _) => Ok(None),
            ([name], [_]) => Ok(Some(Asked::new(&kept, name)?)),
            // Its libraries may be others than those of the built-in workloads' programs.
            _ => Err(Trouble::usage(
                format!(
                    "a program of yours runs alone in its guest, and these are asked for: {names}",
                    names = args.benches.join(", ")
                ),
                "run them one after the other",
            )),
        }
    }

    /// Measures it, and what else `args` ask for.
    ///
    /// # Errors
    /// Those of a run.
    pub(in crate::commands) fn measure(&self, args: &RunArgs) -> Result<(Document, Exit), Trouble> {
        let image = args.image.image(GuestKind::Linux)?.with_program(&self.name)?;
        measure_image(args, &image, &self.files)
    }
}

/// A program that has been added, with the memory and the time that it takes.
pub(super) struct Asked {
    program: Program,
    memory: u64,
    timeout_ms: u32,
}

impl Asked {
    fn new(kept: &Kept, name: &str) -> Result<Self, Trouble> {
        let about = kept.about(name)?;
        let program = Program { name: name.to_owned(), files: kept.files(name)? };
        Ok(Self { program, memory: about.memory, timeout_ms: about.timeout_ms })
    }

    /// Measures it, with all that it takes.
    ///
    /// # Errors
    /// Those of a run.
    pub(super) fn measure(&self, args: &RunArgs) -> Result<(Document, Exit), Trouble> {
        self.program.measure(&args.with_room_for(self.memory, self.timeout_ms))
    }
}
