//! Architectures: what it takes to boot each one's kernel, read from the description in
//! its folder. Nothing else in the tool knows an architecture by name.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// One architecture, as its `arch.toml` describes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arch {
    /// Its name, as the kernel and the host's operating system call it.
    pub name: String,
    /// How QEMU emulates it.
    pub qemu: QemuArch,
    /// What a host of this architecture has to offer; absent where that is not known.
    pub host: Option<HostArch>,
    /// The lab that runs its kernels; absent where there is none.
    pub lab: Option<LabArch>,
}

/// What an architecture's lab is made of.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabArch {
    /// Debian's name of the architecture.
    pub debian: String,
    /// Debian's folder of shared libraries, below `/usr/lib`.
    pub libraries: String,
    /// The script that in an image does `read NAME` and `print`; absent where the program
    /// `lab/port.c` of the architecture's folder does.
    pub port: Option<String>,
    /// What the compiler calls the target of the images' programs; the lab's build script asks.
    pub compiler_target: String,
    /// What the scripts in `lab/` have to know of the machines, for a shell.
    pub shell: String,
    /// QEMU's name of the emulated machine's processor.
    pub processor: String,
    /// QEMU's name of the machine, unless an image has its own.
    pub machine: String,
    /// The outer machine's serial port.
    pub serial: String,
    /// Arguments of one `-device` each: what passes on a guest's console or else its Linux's.
    pub devices: Vec<String>,
    /// What its hypervisors cannot do, such as `shadow-paging`, and why.
    #[serde(default)]
    pub lacks: BTreeMap<String, String>,
    /// The images, by name.
    pub images: BTreeMap<String, LabImage>,
}

/// What an image of the lab is made of. Places are paths without the leading `/`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabImage {
    /// Debian's packages, without those that they depend on.
    pub packages: Vec<String>,
    /// Place in the packages of the hypervisor below Linux, gzipped; absent where Linux is the
    /// hypervisor.
    pub hypervisor: Option<String>,
    /// What it is told.
    #[serde(default)]
    pub hypervisor_options: String,
    /// QEMU's name of the outer machine, where it is not the lab's.
    pub machine: Option<String>,
    /// Place of its Linux in the packages, up to the version.
    pub kernel: String,
    /// What Linux is told, besides what it is told in every image.
    pub kernel_options: String,
    /// Place of the QEMU that runs guests inside.
    pub qemu: String,
    /// Programs and libraries, by their place in the packages; what they are linked with
    /// comes along.
    pub programs: Vec<String>,
    /// Other files: place in the packages, place in the image.
    pub files: Vec<[String; 2]>,
    /// Symbolic links: place in the image, target.
    pub links: Vec<[String; 2]>,
    /// Kernel modules to put in; those that they need come along.
    pub modules: Vec<String>,
    /// Those of them that are loaded before the snapshot.
    pub preloaded: Vec<String>,
    /// The outer machine's memory in MiB.
    pub memory_mib: u64,
    /// How much of it guests cannot have, in MiB.
    pub reserved_mib: u64,
}

/// What a host of an architecture needs for figures to be trusted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostArch {
    /// Features of processors whose counter ticks at one rate and never stops, by the
    /// kernel's names; empty where every processor's does.
    pub counter_flags: Vec<String>,
    /// The kernel's clock that reads this counter.
    pub clock_source: String,
    /// The instruction that keeps the counter from being read before earlier loads are done;
    /// the build script puts it into the tool.
    pub load_fence: String,
    /// Whether the tool can run guests of such a host's KVM by itself; the build script asks.
    #[serde(default)]
    pub kvm_monitor: bool,
}

/// What QEMU needs for an architecture.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QemuArch {
    /// Name of the program.
    pub binary: String,
    /// The Debian package that it comes in.
    pub package: String,
    /// The machine type unless another is asked for.
    pub machine: String,
    /// CPU models for emulation; the first that starts is used.
    pub tcg_cpus: Vec<String>,
    /// CPU models for KVM; the first that starts is used.
    pub kvm_cpus: Vec<String>,
    /// Guest-physical address at which the machine's RAM begins.
    pub ram_base: u64,
    /// Arguments of one `-device` each.
    pub devices: Vec<String>,
    /// Options that the kernel needs on this machine.
    pub kernel_options: Vec<String>,
}

/// The description of an architecture, and the kernel that was built for it.
type Carried = (&'static str, &'static [u8]);

const CARRIED: &[Carried] = include!(concat!(env!("OUT_DIR"), "/architectures.rs"));

static ALL: LazyLock<Vec<(Arch, &'static [u8])>> = LazyLock::new(|| {
    let read = |(text, image): &Carried| {
        (toml::from_str(text).expect("the tests read every description"), *image)
    };
    CARRIED.iter().map(read).collect()
});

impl Arch {
    /// The host's own architecture, or the first one carried where there is no kernel for it.
    pub fn native() -> &'static Self {
        Self::named(std::env::consts::ARCH).unwrap_or(&ALL[0].0)
    }

    /// Those that have a lab.
    pub fn with_lab() -> impl Iterator<Item = &'static Self> {
        ALL.iter().map(|(arch, _)| arch).filter(|arch| arch.lab.is_some())
    }

    /// The names of all, sorted.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|(arch, _)| arch.name.as_str())
    }

    /// The architecture called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().map(|(arch, _)| arch).find(|arch| arch.name == name)
    }

    /// The kernel that the tool carries for this architecture.
    pub fn kernel(&self) -> &'static [u8] {
        ALL.iter().find(|(arch, _)| arch == self).map_or(&[], |(_, image)| image)
    }

    /// Whether the host's processor runs its code natively.
    pub fn is_host(&self) -> bool {
        self.name == std::env::consts::ARCH
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_description_can_be_read_and_has_a_kernel() {
        assert!(!ALL.is_empty());
        for (arch, image) in ALL.iter() {
            assert!(!image.is_empty(), "{}", arch.name);
            assert_eq!(arch.kernel().as_ptr(), image.as_ptr());
            assert!(!arch.qemu.tcg_cpus.is_empty() && !arch.qemu.kvm_cpus.is_empty());
        }
    }

    /// So that the same sources make the same kernel in every folder.
    #[test]
    fn no_kernel_says_where_it_was_built() {
        let sources =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernel").canonicalize().unwrap();
        let sources = sources.to_str().unwrap().as_bytes();
        for (arch, image) in ALL.iter() {
            let says = image.windows(sources.len()).any(|bytes| bytes == sources);
            assert!(!says, "{}", arch.name);
        }
    }
}
