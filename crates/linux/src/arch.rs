//! What Linux guests are made of, read from the descriptions in `arch/<name>/linux.toml`.

use debian::Set;
use ground::{Arch, Trouble};
use serde::Deserialize;

/// The Linux guest of an architecture. Places are paths without the leading `/`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinuxArch {
    /// Debian's package of the kernel.
    pub package: String,
    /// The kernel's place in it, up to the version.
    pub kernel: String,
    /// QEMU's name of the machine.
    pub machine: String,
    /// What Linux is told.
    pub options: String,
    /// What the workloads run.
    pub programs: Programs,
    /// What there is besides where one of them uses a disk or a network.
    pub devices: ForDevices,
}

/// What a guest with a disk or a network has besides.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForDevices {
    /// Modules of its Linux, which are loaded at its start; what is built into it has none.
    pub modules: Vec<String>,
    /// Those that are loaded where it has a network, in this order.
    pub network_modules: Vec<String>,
    /// Those that are loaded where Xen is below it.
    #[serde(default)]
    pub xen_modules: Vec<String>,
    /// The packages of the program.
    pub packages: Vec<String>,
    /// What makes file systems.
    pub program: String,
}

/// Programs in the guest's file system.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Programs {
    /// Debian's packages, without those that they depend on.
    pub packages: Vec<String>,
    /// Programs; in the guest they are all in `/bin`, with what they are linked with.
    pub places: Vec<String>,
    /// What busybox is called besides, in `/bin`: it is the program of that name then.
    pub busybox: Vec<String>,
    /// What loads a program's shared libraries.
    pub loader: String,
    /// Folders with further files that they need.
    pub folders: Vec<String>,
}

const CARRIED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/guests.rs"));

impl LinuxArch {
    /// The Linux guest of `arch`.
    ///
    /// # Errors
    /// When there is none.
    pub fn of(arch: &Arch) -> Result<Self, Trouble> {
        let carried = CARRIED.iter().find(|(name, _)| *name == arch.name);
        let read = |(_, text): &(_, &str)| toml::from_str(text).expect("a test reads every one");
        carried.map(read).ok_or_else(|| {
            Trouble::unavailable(
                format!("there is no Linux guest for {}", arch.name),
                "choose another architecture with --arch",
            )
        })
    }
}

impl LinuxArch {
    /// Its packages, as sets of a lock's for `arch`: those with programs, the kernel's, and those for devices.
    pub(crate) fn sets<'a>(&'a self, arch: &'a Arch) -> [Set<'a>; 3] {
        let set =
            |name, wanted| Set { name, wanted, releases: &arch.debian.suites, is_source: false };
        [
            set("programs", &self.programs.packages),
            set("kernel", std::slice::from_ref(&self.package)),
            set("disk", &self.devices.packages),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_architecture_with_a_kernel_has_a_linux_guest() {
        for arch in Arch::all() {
            assert!(!LinuxArch::of(arch).unwrap().package.is_empty());
        }
        assert_eq!(CARRIED.len(), Arch::all().count());
    }
}
