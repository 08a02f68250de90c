//! Files for QEMU as a daemon runs it, which is another user: nothing in them is secret, and nobody else
//! can tell their folder's name.

use std::fmt::Display;
use std::fs::{Permissions, set_permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use ground::Trouble;

/// A folder for them, which goes with the value.
///
/// # Errors
/// When there is no room, or no permission.
pub(super) fn folder() -> Result<TempDir, Trouble> {
    let folder = TempDir::new().map_err(|error| refused(&"a temporary folder", &error))?;
    open_to_all(folder.path(), 0o711)?;
    Ok(folder)
}

/// Gives what is at `path` this `mode`.
///
/// # Errors
/// When the system refuses it.
pub(super) fn open_to_all(path: &Path, mode: u32) -> Result<(), Trouble> {
    let set = set_permissions(path, Permissions::from_mode(mode));
    set.map_err(|error| refused(&path.display(), &error))
}

/// Why there is not `what`.
pub(super) fn refused(what: &dyn Display, why: &io::Error) -> Trouble {
    Trouble::unavailable(
        format!("{what} cannot be made for libvirt: {why}"),
        "check room and permissions in the folder for temporary files (TMPDIR)",
    )
}
