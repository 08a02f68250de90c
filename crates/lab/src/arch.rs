//! The lab's machines and images for each architecture, read from the descriptions in
//! `arch/<name>/lab.toml`, and `arch/<name>/bochs/lab.toml` for those on Bochs.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use debian::Set;
use ground::Arch;
use serde::Deserialize;

/// What emulates an outer machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Emulator {
    /// QEMU, with a clock that counts instructions.
    #[default]
    Qemu,
    /// Bochs, whose clock does by itself.
    Bochs,
}

/// What an architecture's lab is made of, as its `lab.toml` describes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabArch {
    /// What emulates its machines.
    #[serde(default)]
    pub emulator: Emulator,
    /// What the compiler calls the target of the images' programs; the build script asks.
    pub compiler_target: String,
    /// Those programs.
    #[serde(skip)]
    pub(crate) compiled: &'static [Program],
    /// The code that boots Linux there; empty where the emulator does.
    #[serde(skip)]
    pub(crate) boot: &'static [u8],
    /// What the scripts in `inside/` have to know of the machines, for a shell.
    pub shell: String,
    /// The same for a guest with Linux in it.
    pub linux_shell: String,
    /// What a guest's Linux is told besides.
    pub linux_options: String,
    /// The rate of the processor's counter, as Linux is told it where no hypervisor does.
    #[serde(default)]
    pub linux_rate: String,
    /// The line on which a guest's Linux waits to be told what to run, in the images where it can.
    /// Without any of them it does not natively either.
    #[serde(default)]
    pub waiting: BTreeMap<String, String>,
    /// Whether labs run on its machines.
    #[serde(default = "usually")]
    pub hosts_labs: bool,
    /// Whether its clock ticks once an instruction only with the tool's plugin in the emulator: from the machine's
    /// first instruction on, also where nothing is counted.
    #[serde(default)]
    pub clock_by_plugin: bool,
    /// The emulator's name of the machine's processor.
    pub processor: String,
    /// The same for a Linux that is named by its version: one model for all of them, which the newest start on.
    #[serde(default)]
    pub processor_for_versions: Option<String>,
    /// QEMU's name of the machine, unless an image has its own.
    #[serde(default)]
    pub machine: String,
    /// The outer machine's serial port in QEMU.
    #[serde(default)]
    pub serial: String,
    /// Arguments of one `-device` each: what passes on a guest's console or else its Linux's.
    #[serde(default)]
    pub devices: Vec<String>,
    /// A guest that is a hypervisor, where there can be one.
    #[serde(default)]
    pub nested: Option<Nested>,
    /// What its hypervisors cannot do, such as `shadow-paging`, and why.
    #[serde(default)]
    pub lacks: BTreeMap<String, String>,
    /// The ways in which its hypervisors can use the processor, where they have a choice; the first is the usual
    /// one.
    #[serde(default)]
    pub modes: Vec<Mode>,
    /// Xens that start a domain by themselves, where they can; the first is the usual one.
    #[serde(default)]
    pub dom0less: Vec<XenRelease>,
    /// Xens with a dom0 that it can have instead of its own.
    #[serde(default)]
    pub xens: Vec<XenRelease>,
    /// The releases of its emulator that it can run on; the first is the one that it does run on.
    pub releases: Vec<Release>,
    /// The images, by name.
    pub images: BTreeMap<String, LabImage>,
}

fn usually() -> bool {
    true
}

/// A guest that is a hypervisor.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nested {
    /// What QEMU's name of its machine has besides.
    #[serde(default)]
    pub machine: String,
    /// MiB of memory that a Linux with KVM has besides its guest's.
    pub memory_mib: u64,
    /// QEMU's arguments for such a one's console and, from the `-chardev` guest, its guest's.
    pub consoles: String,
}

/// A way in which hypervisors can use the processor.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// What it is called.
    pub name: String,
    /// What the outer Linux is told of it.
    pub option: String,
    /// What a specification has to say besides for guests that are hypervisors; absent where they cannot be.
    #[serde(default)]
    pub nests_with: Option<String>,
    /// Whether the outer Linux starts only processors that it has begun with.
    #[serde(default)]
    pub starts_all: bool,
}

/// A release of Xen: Debian's packages.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct XenRelease {
    /// What it is called.
    pub name: String,
    /// What a lock calls its packages.
    pub set: String,
    /// The suites of the release of Debian's that it is taken from.
    pub suites: Vec<Vec<String>>,
    /// Its packages, without those that they depend on.
    pub packages: Vec<String>,
    /// Place of the hypervisor in them, where no image says it.
    #[serde(default)]
    pub hypervisor: String,
    /// Place of its device model in them, where that is another than the image's.
    #[serde(default)]
    pub qemu: Option<String>,
    /// Files that only its device model wants: a place in its packages, a place in the image.
    #[serde(default)]
    pub files: Vec<[String; 2]>,
}

impl XenRelease {
    /// Its packages.
    pub(crate) fn set(&self) -> Set<'_> {
        let Self { set, suites, packages, .. } = self;
        Set { name: set, wanted: packages, releases: suites, is_source: false }
    }
}

/// A release of an emulator: Debian's packages, for whatever machine the tool runs on. `{libraries}` in a
/// place is that machine's folder of libraries.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// What it is called.
    pub name: String,
    /// The suites of the release of Debian's that it is taken from.
    pub suites: Vec<Vec<String>>,
    /// Its packages, without those that they depend on.
    pub packages: Vec<String>,
    /// Place of the program.
    pub program: String,
    /// Folders of libraries, besides Debian's usual ones.
    #[serde(default)]
    pub libraries: Vec<String>,
    /// Folders that the program is told with `-L`.
    #[serde(default)]
    pub firmware: Vec<String>,
    /// Whether a Linux that boots on it brings up more than one processor.
    #[serde(default)]
    pub several_processors: bool,
    /// The names of the modes that it can emulate; all where there are none.
    #[serde(default)]
    pub modes: Vec<String>,
    /// Variables of its environment, each the place of a folder.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
}

/// What an image of the lab is made of. Places are paths without the leading `/`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabImage {
    /// Debian's packages, without those that they depend on.
    pub packages: Vec<String>,
    /// Which release its Xen is, where it has one: `{xen}` in its places.
    #[serde(default)]
    pub xen: String,
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
    /// Others that a run is handed where it asks for what they are for.
    #[serde(default)]
    pub handed: Vec<String>,
    /// The outer machine's memory in MiB.
    pub memory_mib: u64,
    /// How much of it guests cannot have, in MiB.
    pub reserved_mib: u64,
}

impl LabImage {
    /// Bytes of memory of the outer machine.
    pub(crate) fn memory(&self) -> u64 {
        self.memory_mib << 20
    }

    /// How many of them guests can have.
    pub(crate) fn room(&self) -> u64 {
        (self.memory_mib - self.reserved_mib) << 20
    }
}

/// A program's name and content.
pub(crate) type Program = (&'static str, &'static [u8]);

/// An architecture's name, the description of a lab of its, the programs built for the images, and
/// the code that boots Linux.
type Carried = (&'static str, &'static str, &'static [Program], &'static [u8]);

const CARRIED: &[Carried] = include!(concat!(env!("OUT_DIR"), "/labs.rs"));

static ALL: LazyLock<Vec<(&'static str, LabArch)>> = LazyLock::new(|| {
    let read = |&(name, text, compiled, boot): &Carried| {
        let lab = toml::from_str(text).expect("a test reads every description");
        (name, LabArch { compiled, boot, ..lab })
    };
    CARRIED.iter().map(read).collect()
});

impl LabArch {
    /// The lab on QEMU that runs kernels of `arch`; `None` where there is none.
    pub fn of(arch: &Arch) -> Option<&'static Self> {
        Self::on(Emulator::Qemu, arch)
    }

    /// The lab on `emulator` that runs kernels of `arch`; `None` where there is none.
    pub fn on(emulator: Emulator, arch: &Arch) -> Option<&'static Self> {
        Self::every_of(arch).find(|lab| lab.emulator == emulator)
    }

    /// The labs that run kernels of `arch`, one for each emulator.
    pub fn every_of(arch: &Arch) -> impl Iterator<Item = &'static Self> {
        ALL.iter().filter(|(name, _)| *name == arch.name).map(|(_, lab)| lab)
    }

    /// The architectures that have labs, each with its own.
    pub fn all() -> impl Iterator<Item = (&'static Arch, &'static Self)> {
        Arch::all().flat_map(|arch| Self::every_of(arch).map(move |lab| (arch, lab)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_description_can_be_read_and_belongs_to_an_architecture_with_a_kernel() {
        assert!(!ALL.is_empty());
        assert_eq!(LabArch::all().count(), ALL.len());
        assert!(LabArch::all().all(|(_, lab)| !lab.releases.is_empty()));
        for (name, lab) in ALL.iter() {
            let has_port = lab.compiled.iter().any(|(program, _)| *program == "port");
            assert!(has_port, "{name}: a program reads and prints");
            assert_eq!(lab.boot.is_empty(), lab.emulator == Emulator::Qemu);
            assert!(lab.compiled.iter().all(|(_, content)| content.starts_with(b"\x7fELF")));
        }
    }
}
