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
    let lists = [("network", &devices.network_modules), ("xen", &devices.xen_modules)];
    for name in devices.modules.iter().chain(lists.iter().flat_map(|(_, names)| *names)) {
        modules.need(name)?;
    }
    let mut files = Files::default();
    modules.add_to(&mut files, &devices.modules);
    for (list, names) in lists {
        let names: String = names.iter().map(|name| format!("{name}\n")).collect();
        files.add(&format!("lib/modules/{list}"), names.as_bytes());
    }
    Ok(files.pack())
}
