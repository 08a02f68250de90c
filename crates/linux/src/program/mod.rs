//! A program of the user's as files of the guest: itself, what it cannot run without, and what its
//! first process has to know of it (`linux/bench/user/program.c`).

mod bag;
mod find;
mod place;
mod script;
mod several;

use std::path::{Path, PathBuf};

use bag::Bag;
use debian::elf;
use ground::Arch;
use sha2::{Digest, Sha256};

pub use several::Programs;

/// Where the program's standard input and its words are, and its shared libraries.
const OWN: &str = "hyperbench";

/// The folder that it is started in.
const WORK: &str = "workload";

/// The most that the guest's first process reads of its words: bytes, and words of a command.
const MOST_BYTES: usize = 16_000;
const MOST_WORDS: usize = 250;

/// Why a program cannot be put into a guest, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub why: String,
    /// What to do.
    pub next: String,
}

impl Refusal {
    fn new(why: impl Into<String>, next: impl Into<String>) -> Self {
        Self { why: why.into(), next: next.into() }
    }
}

/// Files for a guest.
#[derive(Debug)]
pub struct Packed {
    /// The archive with all of them.
    pub archive: Vec<u8>,
    /// Files that are in it because the command names them, or a shell script that it starts.
    pub named: Vec<PathBuf>,
    /// Programs that such a script names.
    pub programs: Vec<PathBuf>,
}

impl Packed {
    /// What tells the same files and words from others: hexadecimal digits, eight of them.
    pub fn digest(&self) -> String {
        digest(&self.archive)
    }
}

/// What tells an archive from others: hexadecimal digits, eight of them.
fn digest(archive: &[u8]) -> String {
    Sha256::digest(archive)[..4].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is to be put into a guest.
#[derive(Debug)]
pub struct Order<'a> {
    /// The program, found as a shell finds it, and its arguments.
    pub command: &'a [String],
    /// Files and folders that it needs, and where in the guest, if not where they are here.
    pub files: &'a [(PathBuf, Option<String>)],
    /// Its standard input; without, it finds the end of one.
    pub input: Option<&'a Path>,
    /// The most bytes that there is room for.
    pub most: u64,
}

impl Order<'_> {
    /// An archive for guests of `arch` that run the program `guest`, to be put behind theirs.
    ///
    /// # Errors
    /// When something is missing, too large, or for another machine.
    pub fn pack(&self, arch: &Arch, guest: &[u8]) -> Result<Packed, Refusal> {
        let machine = elf::needs(guest).map(|needs| needs.machine).unwrap_or_default();
        let folders = find::library_folders(&arch.debian.libraries);
        let mut bag = Bag::new(machine, folders, self.most);
        let (name, _) = self.command.split_first().ok_or_else(|| {
            Refusal::new("there is no command", "write one behind --, as in -- gzip -9 -c data")
        })?;
        let program = find::program(name)?;
        let place = place::of_program(&program);
        for (path, named) in self.files {
            bag.add_any(path, &place::of_file(path, named.as_deref())?)?;
        }
        let named = self.named();
        for path in &named {
            let elsewhere = |_| {
                Refusal::new(
                    format!("{} has no place in the guest under this path", path.display()),
                    "copy it to the folder that you are in, and name that one",
                )
            };
            bag.add_any(path, &place::of_file(path, None).map_err(elsewhere)?)?;
        }
        bag.add_program(&program, &place)?;
        let script::Named { files, programs } = self.of_script(&program, &named, &mut bag)?;
        let input = self.input.map(|path| bag.read(path)).transpose()?.unwrap_or_default();
        bag.add(&format!("{OWN}/input"), &input)?;
        let words = self.words(&place, &bag.environment())?;
        bag.add(&format!("{OWN}/words"), &words)?;
        bag.add(&format!("{WORK}/.started-here"), b"")?;
        let named = named.into_iter().chain(files).collect();
        Ok(Packed { archive: bag.pack(), named, programs: programs.into_iter().collect() })
    }

    /// Adds what a shell script names, which is `program` or, where that is a shell, the first of the files
    /// `named`: the files that have a place in the guest, and the programs.
    fn of_script(
        &self,
        program: &Path,
        named: &[PathBuf],
        bag: &mut Bag,
    ) -> Result<script::Named, Refusal> {
        let mut taken = script::Named::default();
        let given = named.first().filter(|_| script::is_shell(program));
        let content = bag.read(given.map_or(program, PathBuf::as_path))?;
        if given.is_none() && !script::names_shell(&content) {
            return Ok(taken);
        }
        let found = script::named(&content);
        for path in found.files.into_iter().filter(|path| self.is_free(path, named)) {
            if let Ok(place) = place::of_file(&path, None) {
                bag.add_any(&path, &place)?;
                taken.files.insert(path);
            }
        }
        for path in found.programs {
            if bag.add_found(&path)? {
                taken.programs.insert(path);
            }
        }
        Ok(taken)
    }

    /// The files that arguments of the command name; the guest has what Linux says of itself.
    fn named(&self) -> Vec<PathBuf> {
        let words = self.command.iter().skip(1).map(PathBuf::from);
        words.filter(|path| path.is_file() && self.is_free(path, &[])).collect()
    }

    /// Whether nobody has named `path` so far, with --file or in `named`, and it is none of Linux' own.
    fn is_free(&self, path: &Path, named: &[PathBuf]) -> bool {
        let is_own = ["/proc", "/sys"].iter().any(|own| path.starts_with(own));
        let mut placed = self.files.iter().map(|(known, _)| known);
        !is_own && !placed.any(|known| known == path) && !named.iter().any(|known| known == path)
    }

    /// The program's place, how many words it is called with, these, and its environment.
    fn words(&self, place: &str, environment: &[String]) -> Result<Vec<u8>, Refusal> {
        let head = [format!("/{place}"), self.command.len().to_string()];
        let all = head.iter().chain(self.command).chain(environment);
        let words: Vec<u8> = all.flat_map(|word| word.bytes().chain([0])).collect();
        if words.len() > MOST_BYTES || self.command.len() > MOST_WORDS {
            let most = format!("{MOST_WORDS} words and {MOST_BYTES} bytes");
            return Err(Refusal::new(
                format!("the command is longer than {most}"),
                "put it into a script, and name that with --file",
            ));
        }
        Ok(words)
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
