//! What a guest has besides where a workload uses a disk or a network: drivers, and a program that makes file systems.
//! Others stay as they are.

use std::path::Path;

use ground::{Arch, Trouble};

use crate::LinuxArch;
use debian::{Files, Modules, Tree};

/// The archive with the program of `tree`, which brings its own loader: that has to be of the same age as
/// its libraries.
pub(crate) fn program(linux: &LinuxArch, tree: &Tree) -> Result<Vec<u8>, Trouble> {
    let (place, loader) = (&linux.devices.program, &linux.programs.loader);
    let name = place.rsplit('/').next().unwrap_or(place);
    let mut files = Files::default();
    files.add_program(tree, &format!("bin/{name}"), &tree.read(place)?)?;
    files.add(loader, &tree.read(loader)?);
    Ok(files.pack())
}

/// The archive with the modules, which are below `folder`, for a guest of `arch`.
///
/// # Errors
/// When there is no guest for it, or a module cannot be read.
pub fn modules(arch: &Arch, folder: &Path) -> Result<Vec<u8>, Trouble> {
    let devices = LinuxArch::of(arch)?.devices;
    let mut modules = Modules::below(folder.to_owned());
    for name in devices.modules.iter().chain(&devices.network_modules) {
        modules.need(name)?;
    }
    let mut files = Files::default();
    modules.add_to(&mut files, &devices.modules);
    let list: String = devices.network_modules.iter().map(|name| format!("{name}\n")).collect();
    files.add("lib/modules/network", list.as_bytes());
    Ok(files.pack())
}
