//! Workloads that the user has added: each a folder below `$XDG_DATA_HOME/hyperbench/workloads`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::ProgramArgs;
use ground::{Arch, GuestKind, Trouble};
use images::KernelImage;
use measuring::Request;
use prediction::Usage;
use results::unwritable;
use serde::{Deserialize, Serialize};
use system::{input, place};

/// What each folder has.
const USAGE: &str = "usage.json";
const ABOUT: &str = "about.json";
/// Where there is a program.
const FILES: &str = "files.cpio";

/// The most characters of a name.
const LONGEST: usize = 40;

/// Where a workload came from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct About {
    /// The command, or the file that it was registered from.
    pub command: String,
    /// Bytes of memory that its guests have at least.
    pub memory: u64,
    /// Guest milliseconds after which it is taken to hang.
    pub timeout_ms: u32,
}

impl About {
    /// Of a program that is run so.
    pub(crate) fn of(program: &ProgramArgs) -> Self {
        let (memory, timeout_ms) = (program.memory, program.timeout_ms());
        Self { command: program.command.join(" "), memory, timeout_ms }
    }
}

/// The folder with all of them.
#[derive(Debug)]
pub(crate) struct Workloads {
    folder: PathBuf,
}

impl Workloads {
    /// The user's folder; nothing is created yet.
    ///
    /// # Errors
    /// When the environment names none.
    pub(crate) fn open() -> Result<Self, Trouble> {
        let base = place::of_user("XDG_DATA_HOME", ".local/share");
        let folder = base.map(|base| base.join("hyperbench/workloads"));
        folder.map(|folder| Self { folder }).ok_or(Trouble::usage(
            "there is no place for workloads: neither XDG_DATA_HOME nor HOME is set",
            "set XDG_DATA_HOME to a folder of yours",
        ))
    }

    /// Where the one called `name` is or will be.
    pub(crate) fn place(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The names of all, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<_> = names.filter(|name| self.has(name)).collect();
        names.sort();
        names
    }

    /// Whether one is called so; names that nobody can give are those of nothing.
    pub(crate) fn has(&self, name: &str) -> bool {
        is_name(name) && self.place(name).join(USAGE).is_file()
    }

    /// Whether one is called so, and is a program.
    pub(crate) fn has_files(&self, name: &str) -> bool {
        self.has(name) && self.place(name).join(FILES).is_file()
    }

    /// Refuses a `name` that a new one must not have.
    ///
    /// # Errors
    /// When it is no name, a benchmark's, or, without `replace`, that of another one.
    pub(crate) fn check_new(&self, name: &str, replace: bool) -> Result<(), Trouble> {
        let name_of = || name.to_owned();
        if !is_name(name) {
            return Err(Trouble::usage(
                format!("{name:?} cannot be the name of a workload", name = name_of()),
                "take up to 40 small and capital letters, digits, '.', '_' and '-', and begin with a letter or a digit",
            ));
        }
        for kind in GuestKind::ALL {
            let benchmarks = KernelImage::carried(Arch::native(), kind)?.benchmarks;
            if benchmarks.iter().any(|it| it.name == name) {
                return Err(Trouble::usage(
                    format!(
                        "{name:?} is the name of a benchmark that hyperbench has itself",
                        name = name_of()
                    ),
                    format!("take another one, such as my-{name}", name = name_of()),
                ));
            }
        }
        match self.has(name) && !replace {
            true => Err(Trouble::usage(
                format!("there is a workload {name:?} already", name = name_of()),
                format!(
                    "take another name, replace it with --replace, or remove it: hyperbench workload remove {name}",
                    name = name_of()
                ),
            )),
            false => Ok(()),
        }
    }

    /// What it does.
    ///
    /// # Errors
    /// When there is none of that name, or its file is damaged.
    pub(crate) fn usage(&self, name: &str) -> Result<Usage, Trouble> {
        let path = self.place(name).join(USAGE);
        Usage::parse(self.read(name, &path)?, &path.display().to_string())
    }

    /// Where it came from.
    ///
    /// # Errors
    /// When there is none of that name, or its file is damaged.
    pub(crate) fn about(&self, name: &str) -> Result<About, Trouble> {
        let path = self.place(name).join(ABOUT);
        let mut text = self.read(name, &path)?;
        results::disarm(&mut text);
        let damaged = |error: serde_json::Error| {
            Trouble::usage(
                format!("{file} cannot be read: {why}", file = path.display(), why = error),
                "name a file that is there and may be read; write what a pipe gives to one",
            )
        };
        serde_json::from_slice(&text).map_err(damaged)
    }

    /// The archive of its files.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn files(&self, name: &str) -> Result<Vec<u8>, Trouble> {
        self.read(name, &self.place(name).join(FILES))
    }

    fn read(&self, name: &str, path: &Path) -> Result<Vec<u8>, Trouble> {
        if !self.has(name) {
            return Err(self.missing(name));
        }
        let file = path.display().to_string();
        input::read(path).map_err(|error| {
            Trouble::usage(
                format!("{file} cannot be read: {error}"),
                "name a file that is there and may be read; write what a pipe gives to one",
            )
        })
    }

    fn missing(&self, name: &str) -> Trouble {
        let names = self.names();
        let next = match &names[..] {
            [] => format!("add it: hyperbench workload add {name} -- COMMAND"),
            names => format!("there are: {}", names.join(", ")),
        };
        Trouble::usage(
            format!("there is no workload {name:?} among those that you have added"),
            next.clone(),
        )
    }

    /// Keeps one, in the place of that with the same name, all of it or nothing.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn keep(
        &self,
        name: &str,
        (usage, about): (&Usage, &About),
        files: Option<&[u8]>,
    ) -> Result<(), Trouble> {
        let write = || {
            fs::create_dir_all(&self.folder)?;
            let new = tempfile::Builder::new().prefix(".new-").tempdir_in(&self.folder)?;
            fs::write(new.path().join(ABOUT), serde_json::to_string_pretty(about)?)?;
            if let Some(files) = files {
                fs::write(new.path().join(FILES), files)?;
            }
            fs::write(new.path().join(USAGE), serde_json::to_string_pretty(usage)?)?;
            if self.place(name).exists() {
                fs::remove_dir_all(self.place(name))?;
            }
            fs::rename(new.keep(), self.place(name))
        };
        write().map_err(|error: io::Error| unwritable(&self.place(name), &error))
    }

    /// Removes one.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot be removed.
    pub(crate) fn remove(&self, name: &str) -> Result<(), Trouble> {
        if !self.has(name) {
            return Err(self.missing(name));
        }
        let place = self.place(name);
        fs::remove_dir_all(&place).map_err(|error| unwritable(&place, &error))
    }
}

/// The same `request` where it names benchmarks of its image's alone; with the program and all that it
/// takes, where it names one that the user has added.
///
/// # Errors
/// When others are asked for beside it.
pub(crate) fn with_programs(request: Request) -> Result<Request, Trouble> {
    let is_built_in = |name: &String| request.image.benchmarks.iter().any(|it| it.name == *name);
    let mut names: Vec<&String> = request.benches.iter().filter(|it| !is_built_in(it)).collect();
    if request.image.kind != GuestKind::Linux || names.is_empty() {
        return Ok(request);
    }
    let workloads = Workloads::open()?;
    names.retain(|name| workloads.has_files(name));
    match (&names[..], &request.benches[..]) {
        ([], _) => Ok(request),
        ([name], [_]) => {
            let (about, files) = (workloads.about(name)?, workloads.files(name)?);
            Ok(Request {
                image: request.image.with_program(name)?,
                files,
                memory: request.memory.max(about.memory),
                timeout_ms: Some(about.timeout_ms),
                ..request
            })
        }
        // Its libraries may be others than those of the built-in workloads' programs.
        _ => Err(Trouble::usage(
            format!(
                "a program of yours runs alone in its guest, and these are asked for: {}",
                request.benches.join(", ")
            ),
            "run what is built in apart, and with --ab one program at a time",
        )),
    }
}

/// A request for each program where `request` names several that the user has added, and nothing else; else
/// itself.
pub(crate) fn one_by_one(request: Request) -> Vec<Request> {
    let own = Workloads::open().ok().filter(|_| request.image.kind == GuestKind::Linux);
    let is_own = |name: &String| own.as_ref().is_some_and(|own| own.has_files(name));
    if request.benches.len() < 2 || !request.benches.iter().all(is_own) {
        return vec![request];
    }
    let one = |name: &String| Request { benches: vec![name.clone()], ..request.clone() };
    request.benches.iter().map(one).collect()
}

/// A name for the program at `path` whose files have this digest.
pub(crate) fn name_of(path: &str, digest: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or_default();
    let word: String = file.chars().filter(|c| is_usual(*c)).collect();
    let word = word.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    let room = LONGEST - digest.len() - 1;
    let word = if word.is_empty() { "program" } else { &word[..word.len().min(room)] };
    format!("{word}-{digest}")
}

fn is_usual(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

/// Whether it may stand in a path, a pattern, and on the command line of a kernel.
fn is_name(name: &str) -> bool {
    name.len() <= LONGEST
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(is_usual)
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::Unit;

    #[test]
    fn what_is_kept_is_found_until_it_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let workloads = Workloads { folder: folder.path().join("workloads") };
        let usage = Usage::new(Unit::Instructions);
        let about = About { command: "mine -x".into(), memory: 1, timeout_ms: 2 };
        assert!(workloads.names().is_empty());
        for files in [None, Some(&b"archive"[..])] {
            workloads.keep("mine", (&usage, &about), files).unwrap();
            assert_eq!(workloads.has_files("mine"), files.is_some());
        }
        assert_eq!(workloads.names(), ["mine"]);
        assert_eq!(workloads.usage("mine").unwrap(), usage);
        assert_eq!(workloads.about("mine").unwrap(), about);
        assert_eq!(workloads.files("mine").unwrap(), b"archive");
        assert!(workloads.check_new("mine", true).is_ok());
        let exists = workloads.check_new("mine", false).unwrap_err().to_string();
        assert!(exists.contains("already"), "{exists}");
        workloads.remove("mine").unwrap();
        let missing = workloads.remove("mine").unwrap_err().to_string();
        assert!(missing.contains("no workload \"mine\""), "{missing}");
    }

    #[test]
    fn a_program_has_a_name_that_may_be_one() {
        assert_eq!(name_of("/usr/bin/gzip", "0123abcd"), "gzip-0123abcd");
        for path in ["/", "./-x", "ä b", &"y".repeat(300)] {
            assert!(is_name(&name_of(path, "0123abcd")), "{path}");
        }
    }

    #[test]
    fn names_are_words_that_no_benchmark_has() {
        let workloads = Workloads { folder: PathBuf::from("/nonexistent") };
        for name in ["", ".", "..", "a/b", "a b", "-x", "a,b", "ä", &"x".repeat(41)] {
            let why = workloads.check_new(name, false).unwrap_err().to_string();
            assert!(why.contains("cannot be the name"), "{why}");
        }
        for name in ["gzip", "program", "hypercall"] {
            let why = workloads.check_new(name, false);
            assert!(why.is_err_and(|why| why.to_string().contains("itself")), "{name}");
        }
        assert!(workloads.check_new("gzip-1M_b.2", false).is_ok());
    }
}
