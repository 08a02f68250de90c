//! An image: a Linux that runs hypervisors, with its state at the instruction at which it is
//! ready.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use flate2::CrcReader;
use serde::Serialize;
use serde::de::DeserializeOwned;

use debian::{Cache, Temporary, failure, lock};
use ground::Trouble;
use results::{InnerBuild, LinuxBuild};
use system::input;

/// An image that is ready to run.
#[derive(Debug, Clone)]
pub(super) struct Image {
    /// Holds the files of [`HYPERVISOR`], [`KERNEL`] and [`INITRAMFS`], and the machine's state.
    pub(super) folder: PathBuf,
    /// Tells apart what those files are made of, whatever the machine.
    pub(super) content: String,
    /// Bytes of memory that a guest can have.
    pub(super) room: u64,
    /// Bytes of memory that the outer machine has.
    pub(super) memory: u64,
    /// Bytes that a guest's files may take of it beyond those of the usual guests.
    pub(super) files: u64,
    /// How many processors it has.
    pub(super) processors: u32,
    /// What makes it, as its emulator takes it.
    pub(super) machine: Vec<String>,
    /// Whether its clock is the tool's plugin's, also while the image is made.
    pub(super) clock_by_plugin: bool,
    /// What its Linux is told.
    pub(super) kernel_options: String,
    /// What the hypervisor below Linux is told.
    pub(super) hypervisor_options: String,
}

/// The hypervisor below Linux; not there where Linux is the hypervisor.
pub(super) const HYPERVISOR: &str = "hypervisor";

/// The outer Linux.
pub(super) const KERNEL: &str = "kernel";
/// Its initial RAM file system.
pub(super) const INITRAMFS: &str = "initramfs";
/// Of which build the outer Linux is; not there for the lab's own.
pub(super) const LINUX: &str = "linux.json";
/// Of which builds programs are that took the place of its own; not there where none did.
pub(super) const INNER: &str = "inner.json";
/// Its modules that runs are handed, where there are any.
pub(super) const HANDED: &str = "handed";
/// The machine's state, where that is one file.
pub(super) const SNAPSHOT: &str = "snapshot.qcow2";

/// [`Image::content`] of the image.
pub(super) const CONTENT: &str = "content";

/// All that is the same for any machine.
const SHARED: [&str; 7] = [HYPERVISOR, KERNEL, INITRAMFS, HANDED, LINUX, INNER, CONTENT];

/// The folder of a cache that all are in.
pub(super) const IMAGES: &str = "images";

/// Notes its files in the end: of each a line, its name, how many bytes it has, and its CRC-32.
const MADE: &str = "made";

type Note = (String, u64, String);

impl Image {
    /// Whether it has been made, and its files are as long as they were then: those of a copy which
    /// a full disk has cut off are not.
    pub(super) fn is_made(&self) -> bool {
        let noted = self.noted();
        let whole = |(name, length, _): &Note| {
            fs::metadata(self.folder.join(name)).is_ok_and(|file| file.len() == *length)
        };
        !noted.is_empty() && noted.iter().all(whole)
    }

    /// Has it made by `fill`, which puts its files into the folder of the image that it is given, or
    /// leaves it as it is where it has been made before. One hyperbench makes images at a time.
    ///
    /// # Errors
    /// Those of `fill`, and when there is no room.
    pub(super) fn make(
        &self,
        cache: &Cache,
        fill: impl FnOnce(&Self) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        if self.is_made() {
            return Ok(());
        }
        let images = cache.folder(IMAGES)?;
        let _alone = lock(&images)?;
        if self.is_made() {
            return Ok(()); // by another hyperbench, meanwhile
        }
        let folder = Temporary::inside(&images)?;
        let new = Self { folder: folder.path().to_owned(), ..self.clone() };
        fill(&new)?;
        let place = || {
            new.note_made()?;
            folder.keep_as(&self.folder) // perhaps instead of a damaged one
        };
        place().map_err(|error| failure::file(&self.folder, &error))
    }

    /// Copies its files from an image among `images` that is made of the same for another machine; returns whether
    /// there is one.
    ///
    /// # Errors
    /// When there is no room.
    pub(super) fn copy_of_another(&self, images: &Path) -> io::Result<bool> {
        let entries = fs::read_dir(images)?.flatten();
        let others = entries.map(|entry| Self { folder: entry.path(), ..self.clone() });
        let is_same = |other: &Self| {
            let content = input::read_text(other.folder.join(CONTENT));
            let is_same = content.is_ok_and(|content| content == self.content);
            is_same && other.is_made() && other.check(&SHARED)
        };
        let Some(other) = others.into_iter().find(is_same) else { return Ok(false) };
        for name in SHARED {
            let from = other.folder.join(name);
            if from.exists() {
                fs::copy(from, self.folder.join(name))?;
            }
        }
        Ok(true)
    }

    /// Of which build its Linux is; `None` for the lab's own.
    pub(super) fn linux(&self) -> Option<LinuxBuild> {
        note(&self.folder, LINUX)
    }

    /// Of which builds the programs are that took the place of its own.
    pub(super) fn inner(&self) -> Vec<InnerBuild> {
        note(&self.folder, INNER).unwrap_or_default()
    }

    /// Whether there is something in its place, be it made or not.
    pub(super) fn is_there(&self) -> bool {
        self.folder.exists()
    }

    /// Reads those of its files that are among `names`. One that is not as it was made takes the note
    /// that all of it is there away, so that it will be made again.
    pub(super) fn check(&self, names: &[&str]) -> bool {
        self.check_those(|name| names.contains(&name))
    }

    /// The same for all files.
    pub(super) fn check_all(&self) -> bool {
        self.check_those(|_| true)
    }

    fn check_those(&self, is_asked: impl Fn(&str) -> bool) -> bool {
        let same = |(name, _, sum): &Note| self.sum(name).is_ok_and(|now| now == *sum);
        let noted = self.noted();
        let is_whole = noted.iter().filter(|(name, ..)| is_asked(name)).all(same);
        if !is_whole {
            // Where it cannot be removed, the image is only called damaged again.
            let _ = fs::remove_file(self.folder.join(MADE));
        }
        is_whole
    }

    /// Notes that all of it is there.
    pub(super) fn note_made(&self) -> io::Result<()> {
        let mut note = String::new();
        let mut names = files(&self.folder)?;
        names.sort();
        for path in names {
            let name = path.strip_prefix(&self.folder).unwrap_or(&path).to_string_lossy();
            let length = fs::metadata(&path)?.len();
            note += &format!("{name} {length} {}\n", self.sum(&name)?);
        }
        fs::write(self.folder.join(MADE), note)
    }

    /// What has been noted; nothing where it is not made.
    fn noted(&self) -> Vec<Note> {
        let text = input::read_text(self.folder.join(MADE)).unwrap_or_default();
        let line = |line: &str| {
            let mut words = line.split(' ').map(str::to_owned);
            Some((words.next()?, words.next()?.parse().ok()?, words.next()?))
        };
        text.lines().map(line).collect::<Option<_>>().unwrap_or_default()
    }

    /// The CRC-32 of a file.
    fn sum(&self, name: &str) -> io::Result<String> {
        let mut file = CrcReader::new(BufReader::new(File::open(self.folder.join(name))?));
        io::copy(&mut file, &mut io::sink())?;
        Ok(format!("{:08x}", file.crc().sum()))
    }
}

/// What the note `name` of an image in `folder` says; `None` where there is none.
pub(super) fn note<T: DeserializeOwned>(folder: &Path, name: &str) -> Option<T> {
    serde_json::from_slice(&input::read(folder.join(name)).ok()?).ok()
}

/// Has the image in `folder` note `what` as `name`.
pub(super) fn write_note(folder: &Path, name: &str, what: &impl Serialize) -> Result<(), Trouble> {
    let path = folder.join(name);
    let text = serde_json::to_vec(what).map_err(io::Error::from);
    text.and_then(|text| fs::write(&path, text)).map_err(|why| failure::file(&path, &why))
}

/// All files in `folder` and in the folders inside.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(folder: &Path, content: &str) -> Image {
        Image {
            folder: folder.to_owned(),
            content: content.to_owned(),
            room: 0,
            memory: 0,
            files: 0,
            processors: 1,
            machine: Vec::new(),
            clock_by_plugin: false,
            kernel_options: String::new(),
            hypervisor_options: String::new(),
        }
    }

    #[test]
    fn files_are_copied_of_an_image_that_is_made_of_the_same_alone() {
        let images = tempfile::tempdir().unwrap();
        let at = |name: &str, content: &str| {
            let folder = images.path().join(name);
            fs::create_dir(&folder).unwrap();
            image(&folder, content)
        };
        let made = |name: &str, content: &str| {
            let made = at(name, content);
            for (name, text) in [(CONTENT, content), (KERNEL, "code"), (SNAPSHOT, "state")] {
                fs::write(made.folder.join(name), text).unwrap();
            }
            made.note_made().unwrap();
            made
        };
        let (_, same) = (made("other", "other"), made("same", "same"));
        let new = at("new", "same");
        assert!(new.copy_of_another(images.path()).unwrap());
        assert_eq!(fs::read_to_string(new.folder.join(KERNEL)).unwrap(), "code");
        assert!(!new.folder.join(SNAPSHOT).exists(), "which is the machine's");
        fs::write(same.folder.join(KERNEL), "edoc").unwrap();
        let newest = at("newest", "same");
        assert!(!newest.copy_of_another(images.path()).unwrap(), "what is damaged, or half made");
        assert!(!newest.folder.join(KERNEL).exists());
    }

    #[test]
    fn an_image_without_all_of_its_parts_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let image = image(folder.path(), "");
        let state = folder.path().join(SNAPSHOT);
        fs::write(&state, "all of it").unwrap();
        fs::write(folder.path().join(INITRAMFS), "files").unwrap();
        assert!(image.is_there() && !image.is_made(), "nobody says that it is complete");
        image.note_made().unwrap();
        assert!(image.is_made() && image.check_all());
        for cut in ["all of", ""] {
            fs::write(&state, cut).unwrap();
            assert!(!image.is_made());
        }
        fs::remove_file(&state).unwrap();
        assert!(!image.is_made());
        fs::write(&state, "not of it").unwrap();
        assert!(image.is_made() && image.check(&[INITRAMFS]), "as long as it was");
        assert!(!image.check_all() && !image.is_made(), "found once, it stays known");
    }
}
