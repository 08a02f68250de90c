//! A disk of the user's in the scratch disk's place. It is the tool's once it begins with a label, which
//! only one that was empty gets, or one whose data may go; guests reach one range behind the label alone.

use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt, FileTypeExt};
use std::path::Path;

use rustix::fs::{Mode, OFlags, open};

use ground::Trouble;

/// What it begins with, in a block of its own: what is behind can be used past the host's cache.
const LABEL: &[u8] = b"scratch disk of hyperbench: what is here may go\n";
const LABEL_BYTES: usize = 4096;

/// What guests reach: as much as benchmarks use.
const REACHED: usize = 1 << 20;
const USED: usize = LABEL_BYTES + REACHED;

/// The same, from which byte on and how many.
pub(super) const RANGE: (u64, u64) = (LABEL_BYTES as u64, REACHED as u64);

/// The disk at `path`, and whether it is a block device. What it holds is lost only if it `may_lose` that.
///
/// # Errors
/// When it is none that may be used.
pub(super) fn take(path: &Path, may_lose: bool) -> Result<(File, bool), Trouble> {
    let (file, is_device) = opened(path).map_err(|error| {
        Trouble::usage(
            format!("{} cannot be a disk for measurements: {error}", path.display()),
            "disk-file= takes a file or a block device that you may write to and nobody has mounted",
        )
    })?;
    let begin = begin(&file).map_err(|error| {
        Trouble::usage(
            format!("{} cannot be a disk for measurements: {error}", path.display()),
            format!("it needs {USED} bytes: truncate -s 2M makes a new file so long"),
        )
    })?;
    if begin.starts_with(LABEL) {
        return Ok((file, is_device));
    }
    if !may_lose && begin.iter().any(|byte| *byte != 0) {
        return Err(Trouble::usage(
            format!(
                "{} has data in its first {} KiB, which benchmarks overwrite: nothing was written to \
                 it",
                path.display(),
                USED >> 10
            ),
            "name another file, or add disk-data=lose if what is in them may go",
        ));
    }
    let mut label = vec![0; LABEL_BYTES];
    label[..LABEL.len()].copy_from_slice(LABEL);
    file.write_all_at(&label, 0).map_err(|error| {
        Trouble::unavailable(
            format!("{} takes no label: {error}", path.display()),
            "look whether it is full or read-only, or name another with disk-file=",
        )
    })?;
    Ok((file, is_device))
}

/// The open file, and whether it is a block device. A device that is mounted is busy (`O_EXCL` of open(2)), and a
/// pipe is not waited for.
fn opened(path: &Path) -> io::Result<(File, bool)> {
    let flags = OFlags::RDWR | OFlags::EXCL | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(open(path, flags, Mode::empty())?);
    let kind = file.metadata()?.file_type();
    match (kind.is_file(), kind.is_block_device()) {
        (false, false) => Err(io::Error::other("it is neither a file nor a block device")),
        (_, is_device) => Ok((file, is_device)),
    }
}

fn begin(file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; USED];
    file.read_exact_at(&mut bytes, 0)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_what_is_empty_or_the_tools_or_given_up_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("disk");
        let refused = |may_lose| take(&path, may_lose).unwrap_err().to_string();
        assert!(refused(true).contains("No such file"));
        fs::write(&path, vec![0; USED - 1]).unwrap();
        assert!(refused(true).contains("cannot be a disk"), "too short");
        for at in [0, USED - 1] {
            let mut data = vec![0; USED + 1];
            data[at] = 1;
            fs::write(&path, &data).unwrap();
            assert!(refused(false).contains("has data in its first"), "{at}");
            assert_eq!(fs::read(&path).unwrap(), data, "{at}");
        }
        take(&path, true).unwrap();
        let mut after = fs::read(&path).unwrap();
        assert!(after.starts_with(LABEL) && after[USED - 1] == 1, "the label alone is new");
        after[USED - 1] = 2;
        fs::write(&path, after).unwrap();
        assert!(!take(&path, false).unwrap().1, "a file, and the tool's now");
        fs::write(&path, vec![0; USED]).unwrap();
        take(&path, false).unwrap();
    }

    #[test]
    fn what_is_no_disk_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, Mode::RWXU).unwrap();
        for path in [folder.path(), &pipe, Path::new("/dev/zero")] {
            assert!(take(path, true).is_err(), "{}", path.display());
        }
    }
}
