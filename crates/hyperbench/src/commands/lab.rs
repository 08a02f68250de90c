//! `hyperbench lab`: the images of the lab's platforms.

use std::io::Write;

use crate::cli::LabAction;
use crate::exit::Exit;
use ground::Trouble;
use system::output::{stdout, tell};

/// Does what was asked for.
pub(super) fn lab(action: &LabAction) -> Result<Exit, Trouble> {
    match action {
        LabAction::Build { images, arch, update } => {
            let say = |step: &str| tell(format_args!("lab {step}"));
            if !lab::build(arch.arch(), images, *update, &say)? {
                return Ok(Exit::Benchmark);
            }
        }
        LabAction::Status { arch } => print(&lab::status(arch.arch())?)?,
        LabAction::Kernels { arch, update } => {
            let say = |step: &str| tell(format_args!("lab: {step}"));
            let kernels = lab::kernels(arch.arch(), *update, &say)?;
            stdout().write_all(reports::kernels(&rows(&kernels)).as_bytes())?;
        }
        LabAction::Clean { others } => {
            let freed = if *others { lab::clean_others()? } else { lab::clean()? };
            writeln!(stdout(), "removed {} MB", freed >> 20)?;
        }
    }
    Ok(Exit::Success)
}

/// A row a release and version, with all its flavours.
fn rows(kernels: &[lab::Kernel]) -> Vec<[String; 4]> {
    let mut rows: Vec<[String; 4]> = Vec::new();
    for kernel in kernels {
        match rows.last_mut().filter(|row| row[0] == kernel.release && row[1] == kernel.version) {
            Some(row) => row[2] += &format!(" {}", kernel.flavour),
            None => rows.push(
                [&kernel.release, &kernel.version, &kernel.flavour, &kernel.suite]
                    .map(Clone::clone),
            ),
        }
    }
    rows
}

fn print(status: &lab::Status) -> Result<(), Trouble> {
    let mut out = stdout();
    writeln!(out, "{}, {} MB", status.folder.display(), status.size >> 20)?;
    for recipe in &status.recipes {
        let state = match (recipe.built, recipe.packages.is_empty()) {
            (true, _) => "ready",
            (false, true) => "nothing downloaded; next: hyperbench lab build",
            (false, false) => "downloaded, not made; next: hyperbench lab build",
        };
        writeln!(out, "{}: {state}", recipe.name)?;
        for package in &recipe.packages {
            writeln!(out, "  {package}")?;
        }
    }
    if let Some(others) = status.others.as_ref().filter(|others| others.count() > 0) {
        let (count, size) = (others.count(), others.size() >> 20);
        writeln!(
            out,
            "other images: {count}, {size} MB; to remove: hyperbench lab clean --others"
        )?;
    }
    Ok(())
}
