//! The results file: always whole, whatever happens while it is written.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::Access;

use super::document::Document;
use ground::Trouble;
use system::output::Stream;

/// Writing `path` failed.
pub fn unwritable(path: &Path, error: &io::Error) -> Trouble {
    Trouble::output(
        format!("cannot write {}: {error}", path.display()),
        "name a file in a folder that exists, is writable and has room",
    )
}

/// A place for results.
#[derive(Debug)]
pub struct Store {
    asked: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// A file to replace in one step, and its folder.
    File { path: PathBuf, folder: PathBuf },
    /// A device or pipe: it cannot be replaced, only written to, once.
    Stream(Stream),
}

impl Store {
    /// Prepares to write to `path`, and finds out now whether that will be possible. An
    /// existing file is left as it is until the first results are there.
    ///
    /// # Errors
    /// When its folder is missing or nothing can be created there, when it is a folder
    /// itself, when it exists and must not be written, and when it is a pipe without a reader.
    pub fn new(path: &Path) -> Result<Self, Trouble> {
        let fail = |error| unwritable(path, &error);
        let store = Self { asked: path.to_owned(), target: locate(path).map_err(fail)? };
        if let Target::File { folder, .. } = &store.target {
            tempfile::tempfile_in(folder).map_err(fail)?;
        }
        Ok(store)
    }

    /// Replaces the file's content with `document`: readers find the old one or the new
    /// one and never a part. A device or pipe gets only the complete document.
    ///
    /// # Errors
    /// When there is no room, or what was writable no longer is. The old content is kept.
    pub fn write(&self, document: &Document) -> Result<(), Trouble> {
        self.try_write(document).map_err(|error| unwritable(&self.asked, &error))
    }

    /// Replaces the file's content with `text` in the same way, and has it on the disk when it
    /// returns.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub fn write_text(&self, text: &str) -> Result<(), Trouble> {
        self.write_bytes(text.as_bytes())
    }

    /// The same with any `bytes`.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub fn write_bytes(&self, bytes: &[u8]) -> Result<(), Trouble> {
        self.replace(bytes, true).map_err(|error| unwritable(&self.asked, &error))
    }

    /// Whether it is a file that is there and has nothing in it.
    pub fn is_empty_file(&self) -> bool {
        let Target::File { path, .. } = &self.target else { return false };
        fs::metadata(path).is_ok_and(|meta| meta.len() == 0)
    }

    /// Where the results go.
    pub fn path(&self) -> &Path {
        &self.asked
    }

    fn try_write(&self, document: &Document) -> io::Result<()> {
        let text = serde_json::to_string_pretty(document)? + "\n";
        self.replace(text.as_bytes(), document.complete)
    }

    fn replace(&self, bytes: &[u8], complete: bool) -> io::Result<()> {
        match &self.target {
            Target::Stream(_) if !complete => Ok(()),
            Target::Stream(stream) => stream.write(bytes),
            Target::File { path, folder } => {
                let mut file = temporary(folder)?;
                file.write_all(bytes)?;
                if complete {
                    // Not before: a disk that writes disturbs what is being measured.
                    file.as_file().sync_data()?;
                }
                file.persist(path)?;
                Ok(())
            }
        }
    }
}

/// How files are called that are to replace another.
const TEMPORARY: (&str, &str) = (".hyperbench-", ".tmp");

/// Whether a file called `name` was to replace another.
pub(crate) fn is_temporary(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1)
}

/// A new file in `folder`, with the permissions that a plain file would get.
fn temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1).permissions(Permissions::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Follows links, so that a link to a file is kept and its target replaced.
fn locate(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(meta) => {
            rustix::fs::access(path, Access::WRITE_OK)?;
            if !meta.is_file() {
                return Stream::create(path).map(Target::Stream);
            }
            Ok(in_folder(path.canonicalize()?))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if path.file_name().is_none() {
                return Err(error);
            }
            Ok(in_folder(path.to_owned()))
        }
        Err(error) => Err(error),
    }
}

fn in_folder(path: PathBuf) -> Target {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    Target::File { path, folder }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::FileTypeExt;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    use super::*;

    fn document(complete: bool) -> Document {
        Document { complete, baseline: "a".into(), ..Document::default() }
    }

    #[test]
    fn a_document_is_read_back_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        let store = Store::new(&path).unwrap();
        assert!(!path.exists(), "nothing is written before there are results");
        store.write(&document(false)).unwrap();
        store.write(&document(true)).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(serde_json::from_str::<Document>(&text).unwrap(), document(true));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_ne!(fs::metadata(&path).unwrap().permissions().mode() & 0o044, 0);
    }

    #[test]
    fn texts_and_bytes_are_written_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        let store = Store::new(&path).unwrap();
        assert!(!store.is_empty_file(), "there is none yet");
        store.write_text("").unwrap();
        assert!(store.is_empty_file());
        store.write_text("text").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"text");
        assert!(!store.is_empty_file());
        store.write_bytes(&[0xff, 0]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), [0xff, 0]);
    }

    #[test]
    fn a_link_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        Store::new(&link).unwrap().write(&document(true)).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read_to_string(&target).unwrap().contains("schema_version"));
    }

    /// A terminal, in whose folder nobody can put a file: code that is broken on purpose has replaced a
    /// device of the machine before.
    #[test]
    fn devices_are_written_to_and_never_replaced() {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let path = PathBuf::from(ptsname(&terminal, Vec::new()).unwrap().into_string().unwrap());
        let store = Store::new(&path).unwrap();
        store.write(&document(false)).unwrap();
        store.write_text("whole\n").unwrap();
        assert!(fs::metadata(&path).unwrap().file_type().is_char_device());
        let waited = Timespec { tv_sec: 10, tv_nsec: 0 };
        let ready = poll(&mut [PollFd::new(&terminal, PollFlags::IN)], Some(&waited)).unwrap();
        assert_eq!(ready, 1, "nothing was written");
        let mut seen = [0; 100];
        let length = rustix::io::read(&terminal, &mut seen).unwrap();
        assert_eq!(&seen[..length], b"whole\r\n", "a terminal ends lines so");
        let full = Store::new(Path::new("/dev/full")).unwrap();
        full.write(&document(false)).unwrap();
        assert!(full.write(&document(true)).is_err());
    }

    #[test]
    fn what_cannot_be_written_is_noticed_beforehand() {
        for path in ["/nonexistent/run.json", "/proc/run.json", "/tmp", "/tmp/.."] {
            let error = Store::new(Path::new(path)).unwrap_err();
            assert!(error.to_string().contains(path), "{error}");
        }
    }
}
