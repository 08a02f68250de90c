//! Where programs and shared libraries are on this machine.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::Refusal;

/// The program that a shell would start for `name`.
pub(super) fn program(name: &str) -> Result<PathBuf, Refusal> {
    if name.contains('/') {
        let path = PathBuf::from(name);
        return match fs::metadata(&path) {
            Err(error) => Err(Refusal::new(
                format!("{name} cannot be used: {error}"),
                "name a program of this machine, by its path or by a name that is in PATH",
            )),
            Ok(_) if !may_run(&path) => Err(Refusal::new(
                format!("{name} is no file that may be executed"),
                format!("allow it (chmod +x {name}), or name its interpreter before it"),
            )),
            Ok(_) => Ok(path),
        };
    }
    in_path(name).ok_or_else(|| {
        Refusal::new(
            format!("there is no program {name:?} in PATH"),
            format!("install it, or name its path, as in ./{name}"),
        )
    })
}

/// The program called `name` in a folder of PATH.
pub(super) fn in_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let absolute = env::split_paths(&folders).filter(|folder| folder.is_absolute());
    absolute.map(|folder| folder.join(name)).find(|path| may_run(path))
}

fn may_run(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

/// The folders in which this machine's loader looks for shared libraries; Debian's for the
/// architecture has the name `own`.
pub(super) fn library_folders(own: &str) -> Vec<PathBuf> {
    let set = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let mut folders: Vec<_> = env::split_paths(&set).collect();
    for file in configurations() {
        let text = system::input::read_text(file).unwrap_or_default();
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with('/'));
        folders.extend(lines.map(PathBuf::from));
    }
    let usual = ["/lib64", "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib"];
    folders.extend([format!("/lib/{own}"), format!("/usr/lib/{own}")].map(PathBuf::from));
    folders.extend(usual.map(PathBuf::from));
    folders.retain(|folder| folder.is_absolute());
    folders
}

/// The loader's own list of folders (ld.so.conf), and the files that Debian's includes.
fn configurations() -> Vec<PathBuf> {
    let included = fs::read_dir("/etc/ld.so.conf.d").into_iter().flatten().flatten();
    let mut files: Vec<_> = included.map(|entry| entry.path()).collect();
    files.sort();
    files.push(PathBuf::from("/etc/ld.so.conf"));
    files
}
