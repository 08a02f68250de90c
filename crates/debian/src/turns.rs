//! One at a time: several `hyperbench` may want to make the same image.

use std::fs::File;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use crate::failure;
use ground::Trouble;
use system::interrupt::Interrupt;

/// How long another hyperbench that makes an image is waited for at a time.
const TURN: Duration = Duration::from_millis(200);

/// Waits until no other hyperbench makes an image in `folder`; lasts as long as the file. Signals are caught
/// from now on: who makes something looks whether one has come, and removes what is not whole.
///
/// # Errors
/// When the folder cannot be written to, or the user does not want to wait.
pub fn lock(folder: &Path) -> Result<File, Trouble> {
    let path = folder.join("lock");
    let lock = || {
        let interrupt = Interrupt::catch()?;
        let file = File::create(&path)?;
        while let Err(error) = flock(&file, FlockOperation::NonBlockingLockExclusive) {
            if error != Errno::WOULDBLOCK || interrupt.is_requested() {
                return Err(error.into());
            }
            sleep(TURN);
        }
        Ok(file)
    };
    lock().map_err(|error| failure::file(&path, &error))
}
