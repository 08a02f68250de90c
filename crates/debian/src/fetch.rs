//! Packages by their hash, from the first place that has them. What has come of one stays where a
//! download is cut off, and the next one goes on from there.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::failure;
use crate::http::{Answer, get};
use crate::package::Package;
use crate::progress::Progress;
use ground::Trouble;
use system::interrupt::Interrupt;

/// How often a place is asked for the rest of a file.
const ATTEMPTS: usize = 8;

/// Why a file does not come.
enum Obstacle {
    /// It cannot be written.
    Disk(io::Error),
    /// A place does not send it, or sends another.
    Place(String),
    /// The user does not want to wait.
    Interrupted,
}

/// Brings `package` into `folder` from the first of the `places` that has it. `false` where one says that
/// it has it no more, and none sends it. `next` is the command that goes on.
///
/// # Errors
/// When no place can be reached or sends what it should, or the file cannot be written.
pub(crate) fn fetch(
    package: &Package,
    places: &[String],
    folder: &Path,
    progress: &Progress<'_>,
    next: &str,
) -> Result<bool, Trouble> {
    let whole = package.place(folder).map_err(|error| failure::file(folder, &error))?;
    let part = folder.join(package.file() + ".part");
    let (mut is_lost, mut failed) = (false, None);
    for place in places {
        let address = package.address(place);
        let sent = from_place(package, &address, &part, progress);
        let sent = sent.and_then(|sent| match sent {
            true => fs::rename(&part, &whole).map(|()| true).map_err(Obstacle::Disk),
            false => Ok(false),
        });
        match sent {
            Ok(true) => return Ok(true),
            Ok(false) => is_lost = true,
            Err(Obstacle::Place(why)) => failed = failed.or(Some(format!("{address}: {why}"))),
            Err(Obstacle::Disk(error)) => return Err(failure::file(&part, &error)),
            Err(Obstacle::Interrupted) => {
                let why = "the download was interrupted; what has come is kept";
                return Err(Trouble::unavailable(why, format!("go on: {next}")));
            }
        }
    }
    match failed {
        _ if is_lost => Ok(false),
        failed => Err(Trouble::unavailable(
            format!(
                "packages cannot be downloaded from Debian: {}",
                failed.unwrap_or_else(|| String::from("no place is named"))
            ),
            format!("check the network and its proxy, then go on where it ended: {next}"),
        )),
    }
}

/// Brings the content of `address` into the file `part`, if it is there.
fn from_place(
    package: &Package,
    address: &str,
    part: &Path,
    progress: &Progress<'_>,
) -> Result<bool, Obstacle> {
    for _ in 0..ATTEMPTS {
        let had = fs::metadata(part).map_or(0, |part| part.len());
        let is_new = had == 0;
        if had < package.size {
            let answer = get(address, had).map_err(Obstacle::Place)?;
            let (mut content, from) = match answer {
                Answer::Whole(content) => (content, 0),
                Answer::Rest(content) => (content, had),
                Answer::NoRest => {
                    remove(part)?;
                    continue;
                }
                Answer::Lost => return Ok(false),
            };
            let has = append(&mut *content, part, from, package.size, progress)?;
            if has < package.size {
                continue;
            }
        }
        let content = system::input::open(part).map_err(Obstacle::Disk)?;
        if sum(content).map_err(Obstacle::Disk)? == package.sha256 {
            return Ok(true);
        }
        remove(part)?;
        if is_new {
            return Err(Obstacle::Place("it has another content than the lock says".to_owned()));
        }
    }
    Err(Obstacle::Place("it is cut off again and again".to_owned()))
}

fn remove(part: &Path) -> Result<(), Obstacle> {
    fs::remove_file(part).map_err(Obstacle::Disk)
}

/// Writes `content` into the file `part` behind its first bytes, up to one byte beyond `size`; returns
/// how many it then has. What does not come is none.
fn append(
    content: &mut dyn Read,
    part: &Path,
    from: u64,
    size: u64,
    progress: &Progress<'_>,
) -> Result<u64, Obstacle> {
    let mut file = File::options().create(true).append(true).open(part).map_err(Obstacle::Disk)?;
    file.set_len(from).map_err(Obstacle::Disk)?;
    let (mut buffer, mut has) = (vec![0; 1 << 16], from);
    while has <= size {
        if Interrupt::is_caught() {
            return Err(Obstacle::Interrupted);
        }
        let room = buffer.len().min(usize::try_from(size + 1 - has).unwrap_or(usize::MAX));
        let Ok(length @ 1..) = content.read(&mut buffer[..room]) else { break };
        file.write_all(&buffer[..length]).map_err(Obstacle::Disk)?;
        has += length as u64;
        progress.add(length as u64);
    }
    Ok(has)
}

/// The SHA-256 of a content, in hexadecimal digits.
pub(crate) fn sum(mut content: impl Read) -> io::Result<String> {
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match content.read(&mut buffer)? {
            0 => return Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            length => hash.update(&buffer[..length]),
        }
    }
}
