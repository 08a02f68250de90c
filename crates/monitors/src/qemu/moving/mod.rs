//! A guest that is moved while it runs: a second QEMU, started with the same arguments, waits for it, and
//! the first is asked to migrate to it. The two are joined by a pair of sockets without a name, which no
//! file is left of.

mod guest;
mod mover;
mod report;

pub(super) use guest::MovingGuest;
pub(super) use mover::{Mover, Way};

use std::io;
use std::os::unix::net::UnixStream;

use super::device_keys::{DISK, NETWORK};
use super::migrate_key::NAME;
use crate::{Devices, GuestConfig, Spec};
use ground::Trouble;
use results::channels::Channel;

/// The guest of `config` as it can be moved: without devices whose state is a file of one QEMU's.
///
/// # Errors
/// When it is to have what cannot be moved, or is to be watched by what stays with the first QEMU.
pub(super) fn movable(spec: &Spec, config: &GuestConfig) -> Result<GuestConfig, Trouble> {
    let device =
        [DISK, NETWORK].into_iter().find(|key| spec.get(key.name).is_some_and(|it| it != "none"));
    let asked = match device {
        Some(key) => Some(format!("{}=", key.name)),
        None if config.deterministic => Some("--deterministic".to_owned()),
        None if config.counting => Some("--events".to_owned()),
        None if config.timing != Channel::Internal => Some("--timing".to_owned()),
        None => None,
    };
    match asked {
        None => Ok(GuestConfig { devices: Devices::default(), ..config.clone() }),
        Some(asked) => Err(Trouble::usage(
            format!(
                "{asked} and {NAME}= do not go together: it belongs to one QEMU, and the guest is moved"
            ),
            format!("leave one of them out: {asked} or {NAME}="),
        )),
    }
}

/// The two ends of what the guest is sent over: the first QEMU's and the second's.
///
/// # Errors
/// When the system refuses it.
pub(super) fn path() -> Result<(UnixStream, UnixStream), Trouble> {
    UnixStream::pair().map_err(|error| no_way(&error))
}

/// Says that the system has refused what it takes to move a guest.
pub(super) fn no_way(error: &io::Error) -> Trouble {
    let what = format!("the system has nothing left to move the guest with: {error}");
    Trouble::unavailable(what, format!("close programs that hold files open, or leave {NAME}= out"))
}
