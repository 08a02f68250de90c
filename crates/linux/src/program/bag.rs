//! The files of a program, with all that it cannot run without.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{OWN, Refusal, find, place as guest};
use debian::Files;
use debian::elf::{self, Needs};
use system::{input, place};

/// What an entry of the archive takes besides its content, at least.
const ENTRY: u64 = 512;

/// When all files were changed last: some programs take 1970 for no time at all.
const CHANGED: u32 = 1_000_000_000;

/// The files, of which there may be only so many.
pub(super) struct Bag {
    files: Files,
    machine: u16,
    /// Where libraries are looked for.
    folders: Vec<PathBuf>,
    libraries: BTreeSet<String>,
    /// Places of programs and interpreters.
    programs: BTreeSet<String>,
    most: u64,
    size: u64,
    /// What is kept of a program or library.
    part: fn(&[u8]) -> &[u8],
}

impl Bag {
    /// None yet, for guests whose architecture has the number `machine`.
    pub(super) fn new(machine: u16, folders: Vec<PathBuf>, most: u64) -> Self {
        let (libraries, programs) = (BTreeSet::new(), BTreeSet::new());
        let files = Files::of(CHANGED);
        Self { files, machine, folders, libraries, programs, most, size: 0, part: |it| it }
    }

    /// The same, for what of programs and libraries is loaded.
    pub(super) fn of_loaded(self) -> Self {
        Self { part: elf::loaded, ..self }
    }

    /// The archive.
    pub(super) fn pack(self) -> Vec<u8> {
        self.files.pack()
    }

    /// What the program finds in its environment.
    pub(super) fn environment(&self) -> Vec<String> {
        let folders = self.programs.iter().filter_map(|place| Some(place.rsplit_once('/')?.0));
        let own: BTreeSet<_> = folders.map(|folder| format!("/{folder}:")).collect();
        let path = format!("PATH={}/usr/bin:/bin", String::from_iter(own));
        let libraries = format!("LD_LIBRARY_PATH=/{OWN}/lib");
        let libraries = (!self.libraries.is_empty()).then_some(libraries);
        [path, "HOME=/".to_owned()].into_iter().chain(libraries).collect()
    }

    /// The content of a file of this machine's.
    pub(super) fn read(&self, path: &Path) -> Result<Vec<u8>, Refusal> {
        let length = || fs::metadata(path).map(|it| it.len()).unwrap_or_default();
        let before = length();
        self.room_for(path, before)?;
        let content = input::read_up_to(self.most, path).map_err(|error| {
            Refusal::new(
                format!("{} cannot be read: {error}", path.display()),
                "name a file that is there and may be read",
            )
        })?;
        match [before, length()] == [content.len() as u64; 2] {
            true => Ok(content),
            false => Err(Refusal::new(
                format!("{} changes while it is read", path.display()),
                "name a file that nobody writes to",
            )),
        }
    }

    /// Adds a file.
    pub(super) fn add(&mut self, place: &str, content: &[u8]) -> Result<(), Refusal> {
        self.room_for(Path::new(place), content.len() as u64)?;
        self.size += ENTRY + content.len() as u64;
        self.files.add(place, content);
        Ok(())
    }

    fn room_for(&self, path: &Path, length: u64) -> Result<(), Refusal> {
        if self.size.saturating_add(length).saturating_add(ENTRY) <= self.most {
            return Ok(());
        }
        Err(Refusal::new(
            format!(
                "with {} the files are larger than {} MiB, for which the guest has room",
                path.display(),
                self.most >> 20
            ),
            "leave files out, or give the guest more memory: --memory 512M",
        ))
    }

    /// Adds the program at `path` with what it is linked with, or a script with its interpreter.
    pub(super) fn add_program(&mut self, path: &Path, place: &str) -> Result<(), Refusal> {
        if !self.programs.insert(place.to_owned()) {
            return Ok(());
        }
        let content = self.read(path)?;
        self.add(place, (self.part)(&content))?;
        match (elf::needs(&content), interpreter(&content)) {
            (Some(needs), _) if needs.machine == self.machine => self.add_needs(path, &needs),
            (Some(_), _) => Err(Refusal::new(
                format!(
                    "{} is a program for another architecture than the guest's",
                    path.display()
                ),
                "take one that is built for it, or name its architecture with --arch",
            )),
            (None, Some(words)) => self.add_interpreter(&words),
            (None, None) => Err(Refusal::new(
                format!(
                    "{} is neither a program of 64 bits nor a script that names its interpreter",
                    path.display()
                ),
                "name the interpreter before it, as in -- sh script",
            )),
        }
    }

    /// Adds what is at `path` where it is a program for the guest; says whether it is.
    pub(super) fn add_found(&mut self, path: &Path) -> Result<bool, Refusal> {
        let needs = elf::needs(&self.read(path)?).filter(|needs| needs.machine == self.machine);
        let place = guest::of_program(path);
        needs.map_or(Ok(false), |_| self.add_program(path, &place).map(|()| true))
    }

    /// Adds a file as it is, or all that is in a folder; a program brings its libraries.
    pub(super) fn add_any(&mut self, path: &Path, place: &str) -> Result<(), Refusal> {
        if path.is_dir() {
            return self.add_folder(path, place);
        }
        let content = self.read(path)?;
        self.add(place, &content)?;
        match elf::needs(&content).filter(|needs| needs.machine == self.machine) {
            Some(needs) => self.add_needs(path, &needs),
            None => Ok(()),
        }
    }

    /// Links inside stay links: none can lead round in a circle.
    fn add_folder(&mut self, path: &Path, place: &str) -> Result<(), Refusal> {
        let unreadable = |error: std::io::Error| {
            let why = format!("{} cannot be read: {error}", path.display());
            Refusal::new(why, "name a folder that is there and may be read")
        };
        let entries = fs::read_dir(path).map_err(unreadable)?;
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for inside in paths {
            let name = inside.file_name().unwrap_or_default().to_string_lossy();
            let place = format!("{place}/{name}");
            match fs::read_link(&inside) {
                Ok(target) => {
                    self.room_for(&inside, ENTRY)?;
                    self.size += ENTRY;
                    self.files.link(&place, &target.to_string_lossy());
                }
                Err(_) => self.add_any(&inside, &place)?,
            }
        }
        Ok(())
    }

    /// Adds what loads a program at `path`, and its libraries.
    fn add_needs(&mut self, path: &Path, needs: &Needs) -> Result<(), Refusal> {
        if let Some(loader) = &needs.loader {
            let content = self.read(Path::new(loader))?;
            if elf::needs(&content).is_none_or(|needs| needs.machine != self.machine) {
                return Err(Refusal::new(
                    format!("{loader}, which is to load {}, is no program", path.display()),
                    "take a program that its compiler has linked",
                ));
            }
            self.add(&guest::of_file(Path::new(loader), None)?, &content)?;
        }
        let origin = path.parent().unwrap_or(Path::new("")).to_string_lossy();
        let own = needs.folders.iter().map(|folder| {
            PathBuf::from(folder.replace("${ORIGIN}", &origin).replace("$ORIGIN", &origin))
        });
        let own: Vec<_> = own.collect();
        for name in &needs.libraries {
            if self.libraries.insert(name.clone()) {
                self.add_library(path, name, &own)?;
            }
        }
        Ok(())
    }

    /// Adds the library `name` of what is at `path`, from the folders `own` or the usual ones.
    fn add_library(&mut self, path: &Path, name: &str, own: &[PathBuf]) -> Result<(), Refusal> {
        let folders = own.iter().chain(&self.folders);
        let places = folders.filter_map(|folder| place::inside(folder, name).ok());
        let read = |place: PathBuf| Some((input::read(&place).ok()?, place));
        let found = places.filter_map(read).find_map(|(content, place)| {
            let needs = elf::needs(&content).filter(|needs| needs.machine == self.machine)?;
            Some((content, place, needs))
        });
        let (content, place, needs) = found.ok_or_else(|| {
            Refusal::new(
                format!("the shared library {name}, which {} needs, is not found", path.display()),
                "install it, name its folder in LD_LIBRARY_PATH, or link the program statically",
            )
        })?;
        self.add(&format!("{OWN}/lib/{name}"), (self.part)(&content))?;
        self.add_needs(&place, &needs)
    }

    /// Adds the interpreter that a script names with these words, and what `env` would find.
    fn add_interpreter(&mut self, words: &[String]) -> Result<(), Refusal> {
        let program = find::program(&words[0])?;
        let place = guest::of_file(&program, None).map_err(|refusal| {
            Refusal::new(refusal.why, "name the interpreter before the script, as in -- sh script")
        })?;
        self.add_program(&program, &place)?;
        if program.file_name().is_some_and(|name| name == "env") {
            let is_program = |word: &&String| !word.starts_with('-') && !word.contains('=');
            if let Some(name) = words[1..].iter().find(is_program) {
                let found = find::program(name)?;
                self.add_program(&found, &guest::of_program(&found))?;
            }
        }
        Ok(())
    }
}

/// The words of a script's first line, which name its interpreter.
fn interpreter(script: &[u8]) -> Option<Vec<String>> {
    const LONGEST: usize = 256;
    let line = script.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(&line[..line.len().min(LONGEST)]).into_owned();
    let words: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
    words.first().is_some_and(|word| word.starts_with('/')).then_some(words)
}
