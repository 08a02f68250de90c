//! A file in which a guest is between two QEMUs. It has no name, so that nothing is left of it.

use std::fs::File;
use std::io::{self, Seek, copy};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::thread::{self, JoinHandle};

/// What is written to it on one side, and read on the other.
pub(in crate::qemu) struct Store {
    writer: JoinHandle<io::Result<(File, u64)>>,
    to: UnixStream,
}

impl Store {
    /// One in `file` that takes what comes `from` one QEMU, until its end, and gives it `to` another.
    ///
    /// # Errors
    /// When the system has no thread left.
    pub(in crate::qemu) fn new(
        mut file: File,
        mut from: UnixStream,
        to: UnixStream,
    ) -> io::Result<Self> {
        let write = move || copy(&mut from, &mut file).map(|bytes| (file, bytes));
        let writer = thread::Builder::new().name("store".into()).spawn(write)?;
        Ok(Self { writer, to })
    }

    /// Waits until all of it is in the file.
    ///
    /// # Errors
    /// When the file does not take it.
    pub(super) fn fill(self) -> io::Result<Saved> {
        let written = self.writer.join().unwrap_or_else(|_| Err(io::Error::other("a fault")));
        let (file, bytes) = written
            .map_err(|error| io::Error::other(format!("its file cannot be written: {error}")))?;
        Ok(Saved { file, bytes, to: self.to })
    }
}

/// A guest in a file.
pub(super) struct Saved {
    file: File,
    pub(super) bytes: u64,
    to: UnixStream,
}

impl Saved {
    /// Gives it to the second QEMU.
    ///
    /// # Errors
    /// When that has ended, or the file has not what was written to it.
    pub(super) fn give(mut self) -> io::Result<()> {
        self.file.rewind()?;
        let given = copy(&mut self.file, &mut self.to)
            .map_err(|error| io::Error::other(format!("it cannot be restored: {error}")))?;
        if given != self.bytes {
            let why = format!("its file has {given} of the {} bytes that were written", self.bytes);
            return Err(io::Error::other(why));
        }
        self.to.shutdown(Shutdown::Write)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;

    /// A store in `file` that is full of `bytes`, and where they come out.
    fn filled(file: File, bytes: &[u8]) -> (io::Result<Saved>, UnixStream) {
        let ((mut one, from), (to, other)) =
            (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
        let store = Store::new(file, from, to).unwrap();
        // One that takes nothing hangs up.
        let _ = one.write_all(bytes);
        drop(one);
        (store.fill(), other)
    }

    #[test]
    fn what_is_written_comes_out() {
        let (saved, mut other) = filled(tempfile::tempfile().unwrap(), b"a guest");
        let saved = saved.unwrap();
        assert_eq!(saved.bytes, 7);
        saved.give().unwrap();
        let mut all = String::new();
        other.read_to_string(&mut all).unwrap();
        assert_eq!(all, "a guest");
    }

    #[test]
    fn a_file_that_is_cut_is_told() {
        let file = tempfile::tempfile().unwrap();
        let same = file.try_clone().unwrap();
        let (saved, _other) = filled(file, b"a guest");
        same.set_len(3).unwrap();
        let error = saved.unwrap().give().unwrap_err().to_string();
        assert_eq!(error, "its file has 3 of the 7 bytes that were written");
    }

    #[test]
    fn a_disk_that_is_full_and_a_second_that_has_gone_are_told() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let error = filled(full, b"a guest").0.map(drop).unwrap_err().to_string();
        assert!(error.contains("its file cannot be written: No space left"), "{error}");
        let (saved, other) = filled(tempfile::tempfile().unwrap(), b"a guest");
        drop(other);
        let error = saved.unwrap().give().unwrap_err().to_string();
        assert!(error.contains("it cannot be restored: "), "{error}");
    }
}
