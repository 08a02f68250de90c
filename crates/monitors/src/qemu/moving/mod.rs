//! A guest that goes over to a second QEMU, which was started with the same arguments and waits for it: the
//! first is asked to migrate to it, while the guest runs or once it is stopped. The two are joined by
//! sockets without a name, and a file between them where it is to be kept there, of which nothing is left.

mod guest;
mod mover;
mod report;
mod store;

pub(super) use guest::MovingGuest;
pub(super) use mover::{Ends, Mover};
pub(super) use store::Store;

use std::io;
use std::os::unix::net::UnixStream;

use super::move_keys::Way;
use crate::devices::keys::{DISK, DISK_FILE, NETWORK};
use crate::{Devices, GuestConfig, Spec};
use ground::Trouble;
use results::channels::Channel;

/// The guest of `config` as it can go over by a `way`: without devices whose state is a file of one QEMU's.
///
/// # Errors
/// When it is to have what cannot be moved, or is to be watched by what stays with the first QEMU.
pub(super) fn movable(spec: &Spec, config: &GuestConfig, way: Way) -> Result<GuestConfig, Trouble> {
    let device = [DISK, DISK_FILE, NETWORK]
        .into_iter()
        .find(|key| spec.get(key.name).is_some_and(|it| it != "none"));
    let asked = match device {
        Some(key) => Some(format!("{}=", key.name)),
        None if config.deterministic => Some("--deterministic".to_owned()),
        None if config.counting => Some("--events".to_owned()),
        None if config.timing != Channel::Internal => Some("--timing".to_owned()),
        None => None,
    };
    let key = way.key();
    match asked {
        None => Ok(GuestConfig { devices: Devices::default(), ..config.clone() }),
        Some(asked) => Err(Trouble::usage(
            format!(
                "{asked} and {key}= do not go together: it belongs to one QEMU, and the guest is moved"
            ),
            format!("leave one of them out: {asked} or {key}="),
        )),
    }
}

/// What the guest is sent over by a `way`: the first QEMU's end, the second's, and the file between them where
/// there is to be one.
///
/// # Errors
/// When the system refuses it.
pub(super) fn path(way: Way) -> Result<(UnixStream, UnixStream, Option<Store>), Trouble> {
    let refused = |error| no_way(&error, way);
    let (one, from) = UnixStream::pair().map_err(refused)?;
    if way == Way::Live {
        return Ok((one, from, None));
    }
    let file = tempfile::tempfile().map_err(|error| {
        let what = format!("there is no file to be had for the guest: {error}");
        Trouble::unavailable(what, "set TMPDIR to a folder with room for the guest's memory")
    })?;
    let (to, other) = UnixStream::pair().map_err(refused)?;
    Ok((one, other, Some(Store::new(file, from, to).map_err(refused)?)))
}

/// Says that the system has refused what it takes for a guest to go over by a `way`.
pub(super) fn no_way(error: &io::Error, way: Way) -> Trouble {
    let what = format!("the system has nothing left to move the guest with: {error}");
    let next = format!("close programs that hold files open, or leave {}= out", way.key());
    Trouble::unavailable(what, next)
}
