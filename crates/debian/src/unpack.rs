//! Unpacks a package: an ar archive with a compressed tar archive in it (Debian's deb(5)).

use std::io::{self, BufReader, Read};
use std::path::Path;

use lzma_rust2::XzReader;
use system::interrupt::Interrupt;

const MAGIC: &[u8] = b"!<arch>\n";

/// Bytes of a member's header, and where its name and its size are in it.
const HEADER: usize = 60;
const NAME: std::ops::Range<usize> = 0..16;
const SIZE: std::ops::Range<usize> = 48..58;

/// Unpacks the files of `package` into `folder`; they are the user's.
///
/// # Errors
/// When it is no package, or damaged, or the disk is full.
pub(crate) fn unpack(package: &Path, folder: &Path) -> io::Result<()> {
    let mut file = BufReader::new(Interrupt::or(system::input::open(package)?));
    let damaged = |why| io::Error::new(io::ErrorKind::InvalidData, why);
    let mut magic = [0; MAGIC.len()];
    file.read_exact(&mut magic)?;
    if magic != MAGIC {
        return Err(damaged("it is no package"));
    }
    loop {
        let mut header = [0; HEADER];
        file.read_exact(&mut header)?;
        let text = |range: std::ops::Range<usize>| {
            String::from_utf8_lossy(&header[range]).trim().to_owned()
        };
        let size: u64 = text(SIZE).parse().map_err(|_| damaged("a size in it is no number"))?;
        match text(NAME).trim_end_matches('/') {
            "data.tar.xz" => return files(XzReader::new(file.take(size), true), folder),
            "data.tar" => return files(file.take(size), folder),
            name if name.starts_with("data.tar") => {
                return Err(damaged("it is compressed in a way that Debian's packages are not"));
            }
            // A member begins at an even place.
            _ => io::copy(&mut (&mut file).take(size.next_multiple_of(2)), &mut io::sink())?,
        };
    }
}

fn files(archive: impl Read, folder: &Path) -> io::Result<()> {
    let mut archive = tar::Archive::new(archive);
    archive.set_overwrite(true);
    archive.unpack(folder)
}
