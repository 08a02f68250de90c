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
    /// What Debian calls it.
    pub debian: DebianArch,
    /// What shows its code.
    pub disassembler: Disassembler,
    /// How EFI firmware of it boots; absent where the kernel knows none.
    pub efi: Option<EfiArch>,
    /// How QEMU emulates it.
    pub qemu: QemuArch,
    /// How Bochs emulates it; absent where it does not.
    pub bochs: Option<BochsArch>,
    /// How libvirt runs it; absent where that is not known.
    pub libvirt: Option<LibvirtArch>,
    /// What a host of this architecture has to offer; absent where that is not known.
    pub host: Option<HostArch>,
}

/// An architecture as Debian has it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DebianArch {
    /// Its name.
    pub name: String,
    /// The folder of its shared libraries, below `/usr/lib`.
    pub libraries: String,
    /// The suites of packages that images are made of: of several releases the first is taken whose
    /// index can be read.
    pub suites: Vec<Vec<String>>,
}

/// The disassembler of an architecture, in the words of the library Capstone.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disassembler {
    /// Capstone's name of the architecture.
    pub arch: String,
    /// Its mode.
    pub mode: String,
    /// Further modes.
    #[serde(default)]
    pub extra: Vec<String>,
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
    /// Whether every KVM there runs guests in hardware, without a module of its maker's that would say so.
    #[serde(default)]
    pub kvm_is_hardware: bool,
}

/// What EFI firmware of an architecture looks for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EfiArch {
    /// The file that it boots from a medium that names none.
    pub file: String,
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
    /// The option that takes a firmware which boots disks.
    #[serde(default = "bios")]
    pub firmware: String,
    /// What the kernel needs of a machine to say its first word.
    pub needs: String,
    /// What machine types lack on which it says nothing, by the machine's name or a property of it.
    #[serde(default)]
    pub lacks: BTreeMap<String, String>,
    /// CPU models for emulation; the first that starts is used.
    pub tcg_cpus: Vec<String>,
    /// What every CPU model is given or lacks where the clock counts instructions.
    #[serde(default)]
    pub counted_time_cpu: Option<String>,
    /// CPU models for KVM; the first that starts is used.
    pub kvm_cpus: Vec<String>,
    /// What KVM can do for a guest that knows of it, and the properties of a CPU model that offer it; those
    /// behind a dash are switched the other way.
    #[serde(default)]
    pub paravirtual: BTreeMap<String, Vec<String>>,
    /// Guest-physical address at which the machine's RAM begins.
    pub ram_base: u64,
    /// Arguments of one `-device` each.
    pub devices: Vec<String>,
    /// Options that the kernel needs on this machine.
    pub kernel_options: Vec<String>,
    /// Where machine types have the virtio devices that they are given where a benchmark needs one: what
    /// ends QEMU's names of those, `device` or `pci`.
    #[serde(default)]
    pub virtio: BTreeMap<String, String>,
}

fn bios() -> String {
    "-bios".to_owned()
}

/// What Bochs needs for an architecture.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BochsArch {
    /// The processor model unless another is asked for.
    pub cpu: String,
}

/// What libvirt's description of a machine of an architecture has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LibvirtArch {
    /// The machine type unless another is asked for; absent for libvirt's own choice.
    pub machine: Option<String>,
    /// Features of the machine, by libvirt's names.
    pub features: Vec<String>,
    /// The element that says which processor is emulated; empty for libvirt's own choice.
    #[serde(default)]
    pub emulated_cpu: String,
}

/// The descriptions, in the order of the architectures' names.
const DESCRIPTIONS: &[&str] = include!(concat!(env!("OUT_DIR"), "/architectures.rs"));

static ALL: LazyLock<Vec<Arch>> = LazyLock::new(|| {
    let read = |text: &&str| toml::from_str(text).expect("the tests read every description");
    DESCRIPTIONS.iter().map(read).collect()
});

impl Arch {
    /// The host's own architecture, or the first one where the host's is none of them.
    pub fn native() -> &'static Self {
        Self::named(std::env::consts::ARCH).unwrap_or(&ALL[0])
    }

    /// All of them, sorted by name.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        ALL.iter()
    }

    /// Their names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::all().map(|arch| arch.name.as_str())
    }

    /// The architecture called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().find(|arch| arch.name == name)
    }

    /// Whether the host's processor runs its code natively.
    pub fn is_host(&self) -> bool {
        self.name == std::env::consts::ARCH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_description_can_be_read() {
        assert!(Arch::names().is_sorted() && Arch::all().count() > 1);
        for arch in Arch::all() {
            assert!(!arch.qemu.tcg_cpus.is_empty() && !arch.qemu.kvm_cpus.is_empty());
        }
    }
}
