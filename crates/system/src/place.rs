//! Names from outside that become paths: the only way from the one to the other.

use std::env;
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::fs::OFlags;

/// The longest name, in bytes: no file system of Linux' has longer ones.
const LONGEST: usize = 255;

/// Variables of the environment that name folders of the user's.
const PLACES: [&str; 5] =
    ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"];

/// The folder that the user has in the environment's `variable`, else the one called `usual` in the home. A
/// path that is not absolute is none (XDG Base Directory Specification): it would be another in each folder.
pub fn of_user(variable: &str, usual: &str) -> Option<PathBuf> {
    let set = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    set(variable).or_else(|| Some(set("HOME")?.join(usual)))
}

/// Has the program of `command` not find such places in its environment that are not absolute: it would make them
/// in the folder that it starts in, as virsh does.
pub fn forget_relative(command: &mut Command) {
    for name in PLACES {
        if env::var_os(name).is_some_and(|path| Path::new(&path).is_relative()) {
            command.env_remove(name);
        }
    }
}

/// Why `name` cannot be that of a file in a folder of the tool's: it is none, or it leads to elsewhere.
pub fn fault(name: &str) -> Option<&'static str> {
    match name {
        "" | "." | ".." => Some("it names no file"),
        _ if name.contains('/') => Some("it leads out of the folder: leave '/' out"),
        _ if name.contains(char::is_control) => Some("it has control characters"),
        _ if name.len() > LONGEST => Some("it is longer than 255 bytes"),
        _ => None,
    }
}

/// Where what is called `name` lies in `folder`.
///
/// # Errors
/// When the name leads to anywhere else.
pub fn inside(folder: &Path, name: &str) -> io::Result<PathBuf> {
    match fault(name) {
        None => Ok(folder.join(name)),
        Some(why) => Err(io::Error::new(ErrorKind::InvalidInput, format!("{name:?}: {why}"))),
    }
}

/// Makes the file `name` in `folder`, with `content`. What has that name already stays, also a link.
///
/// # Errors
/// As [`inside`], when it is there, and when there is no room.
pub fn create(folder: &Path, name: &str, content: &[u8]) -> io::Result<PathBuf> {
    let path = inside(folder, name)?;
    let flags = OFlags::NOFOLLOW.bits().cast_signed();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).custom_flags(flags).open(&path)?.write_all(content)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn no_name_leads_out_of_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let long = "x".repeat(256);
        for name in ["", ".", "..", "/etc/x", "../x", "a/../../x", "a/b", "a\0", "a\n", &long] {
            assert!(create(folder.path(), name, b"").is_err(), "{name:?}");
        }
        for name in ["config", "config.json", "..x", "ä b", &long[1..]] {
            assert_eq!(create(folder.path(), name, b"x").unwrap(), folder.path().join(name));
        }
    }

    #[test]
    fn what_is_there_is_not_written_to_nor_through() {
        let [folder, elsewhere] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let precious = elsewhere.path().join("precious");
        for (name, target) in [("link", precious.as_path()), ("null", Path::new("/dev/null"))] {
            symlink(target, folder.path().join(name)).unwrap();
            assert!(create(folder.path(), name, b"x").is_err());
        }
        assert!(!precious.exists());
    }
}
