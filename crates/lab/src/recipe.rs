//! What an image is made of, and how: Debian's packages, the tool's scripts, replaced parts.

use std::path::PathBuf;

use super::arch::{LabArch, LabImage};
use super::image::{IMAGES, Image};
use super::inner;
use super::keys::XEN;
use super::outer::Outer;
use super::parts::Parts;
use debian::{Cache, Set, fingerprint};
use ground::{Arch, DebianArch, Trouble};
use monitors::Spec;
use results::InnerBuild;

/// What an image is made of.
#[derive(Debug)]
pub(super) struct Recipe<'a> {
    /// Its name, also of its files in the cache.
    pub(super) name: &'a str,
    /// What it adds to the first process, for its shell.
    pub(super) addition: &'static str,
    /// The architecture's lab.
    pub(super) lab: &'a LabArch,
    /// What Debian calls the architecture.
    debian: &'a DebianArch,
    /// Packages and files.
    pub(super) made_of: &'a LabImage,
}

/// The first process of every image.
pub(super) const FIRST_PROCESS: &str = include_str!("../inside/init.sh");

/// What comes before it where Linux has to start with all processors.
pub(super) const ALONE: &str = include_str!("../inside/alone.sh");

/// What every Linux is told: to end the machine when it panics, and to put nothing at a random
/// place. Where an object lies in an allocation of several pages, how far apart a program's
/// parts are, and drawing a place for the stack at every system call all cost instructions; by
/// chance, unless they are turned off (Linux, Documentation/admin-guide/kernel-parameters.txt).
const LINUX_OPTIONS: &str =
    "quiet panic=-1 nokaslr norandmaps randomize_kstack_offset=off slub_max_order=0";

/// Tells images of machines whose clock is the plugin's, as it is now, from others.
const CLOCK_BY_PLUGIN: &[u8] = b"a tick an instruction";

/// What the package of a Xen is called, up to its release.
const XENS_PACKAGE: &str = "xen-hypervisor-";

/// What each image adds to the first process; a dash and another machine's name may follow its own.
const ADDITIONS: &[(&str, &str)] = &[
    ("kvm", include_str!("../inside/kvm/image.sh")),
    ("xen", include_str!("../inside/xen/image.sh")),
];

/// What comes before the script that runs a guest with Linux in it, in each image.
const LINUX: &[(&str, &str)] = &[
    ("kvm", include_str!("../inside/kvm/linux.sh")),
    ("xen", include_str!("../inside/xen/linux.sh")),
];

/// What has such a guest wait in each image, before the same.
const WAITING: &[(&str, &str)] = &[
    ("kvm", include_str!("../inside/kvm/waiting.sh")),
    ("xen", include_str!("../inside/xen/waiting.sh")),
];

/// What runs neighbours of a guest, before the same, in the images that can.
const BESIDE: &[(&str, &str)] = &[("kvm", include_str!("../inside/kvm/beside.sh"))];

/// What gives a guest a disk or a network, before the same.
const DEVICES: &[(&str, &str)] = &[
    ("kvm", include_str!("../inside/kvm/devices.sh")),
    ("xen", include_str!("../inside/xen/devices.sh")),
];

/// The machine types of QEMUs that are not what QEMU alone would be.
const MACHINES: &[(&str, &str)] = &[("xen", "xenfv")];

/// What has a hypervisor tell its own statistics, before the same, where it keeps any.
const STATISTICS: &[(&str, &str)] = &[("kvm", include_str!("../inside/kvm/statistics.sh"))];

/// The processors that images have for themselves where guests' CPUs have their own; others share with
/// those.
const OWN_PROCESSORS: &[(&str, u32)] = &[("xen", 1)];

/// What gives the guest's CPUs processors of their own, before the same, in the images that can.
const SEPARATE: &[(&str, &str)] = &[
    ("kvm", include_str!("../inside/kvm/separate.sh")),
    ("xen", include_str!("../inside/xen/separate.sh")),
];

/// What a hypervisor below Linux is told on a machine with several processors: the first is Linux' own.
const OWN_PROCESSOR: &str = " dom0_max_vcpus=1 dom0_vcpus_pin";

/// Its memory as images are made, in MiB: `hypervisor_options` of the lab's descriptions.
const DOM0_MIB: u64 = 512;

/// What makes each image tell its symbols once a guest has ended.
const SYMBOLS: &[(&str, &str)] = &[
    ("kvm", include_str!("../inside/kvm/symbols.sh")),
    ("xen", include_str!("../inside/xen/symbols.sh")),
];

/// What says where the code of that which runs guests lies, before the script that runs one.
const MAPS: &[(&str, &str)] = &[("kvm", include_str!("../inside/kvm/maps.sh"))];

/// What runs a guest, for the shell of an image's first process.
#[derive(Debug)]
pub(super) struct Scripts {
    /// What the image has in it.
    image: String,
    /// Runs it.
    pub(super) run: &'static str,
    /// Comes before where it has Linux in it.
    pub(super) linux: &'static str,
    /// Comes before as well where that is to wait until it is told what to do.
    pub(super) waiting: &'static str,
    /// Comes before where others are to run beside it; empty where none can.
    pub(super) beside: &'static str,
    /// Comes before where it is to have a disk or a network.
    pub(super) devices: &'static str,
    /// Comes before where its CPUs are to have processors of their own.
    pub(super) separate: &'static str,
    /// Comes before as well where the hypervisor is to tell its own statistics.
    pub(super) statistics: &'static str,
    /// Comes before where the program that runs it is to tell where it lies, for a profile.
    pub(super) maps: &'static str,
    /// Comes behind where the outer Linux is to tell its symbols, for a profile.
    pub(super) symbols: &'static str,
    /// Has it come before, as nothing is heard once the guest has said that it is done.
    pub(super) symbols_first: bool,
}

impl Scripts {
    /// The line of a `lab` on which a guest with Linux in it can wait.
    pub(super) fn line<'a>(&self, lab: &'a LabArch) -> Option<&'a str> {
        lab.waiting.get(&self.image).map(String::as_str)
    }

    /// The machine type of the QEMU that is a guest's device model.
    pub(super) fn machine<'a>(&self, arch: &'a Arch) -> &'a str {
        let own = MACHINES.iter().find(|(of, _)| *of == self.image);
        own.map_or(&arch.qemu.machine, |(_, machine)| machine)
    }
}

impl<'a> Recipe<'a> {
    /// What runs guests by the script `run` in the image `name`; they may be heard at once.
    pub(super) fn scripts(name: &str, run: &'static str, is_heard_at_once: bool) -> Scripts {
        let of = |scripts: &[(&str, &'static str)]| {
            scripts.iter().find(|(of, _)| *of == kind(name)).map_or("", |(_, script)| script)
        };
        Scripts {
            image: kind(name).to_owned(),
            run,
            linux: of(LINUX),
            waiting: of(WAITING),
            beside: of(BESIDE),
            devices: of(DEVICES),
            separate: of(SEPARATE),
            statistics: of(STATISTICS),
            maps: of(MAPS),
            symbols: of(SYMBOLS),
            symbols_first: is_heard_at_once,
        }
    }

    /// How many processors the image `name` has for itself where guests' CPUs have their own.
    pub(super) fn own_processors(name: &str) -> u32 {
        OWN_PROCESSORS.iter().find(|(of, _)| *of == kind(name)).map_or(0, |(_, own)| *own)
    }

    /// The recipes of all images of a lab.
    pub(super) fn all(arch: &'a Arch, lab: &'a LabArch) -> impl Iterator<Item = Self> {
        lab.images.iter().filter_map(move |(name, made_of)| {
            let (_, addition) = ADDITIONS.iter().find(|(of, _)| *of == kind(name))?;
            Some(Self { name, addition, lab, debian: &arch.debian, made_of })
        })
    }

    /// The flavour of its Linux, as Debian names them.
    pub(super) fn flavour(&self) -> &'static str {
        let is_cloud = |name: &String| name.starts_with("linux-image-cloud");
        if self.made_of.packages.iter().any(is_cloud) { "cloud" } else { "generic" }
    }

    /// Its own Xen, where `spec` names it: no part is replaced then.
    pub(super) fn own_xen(&self, spec: &Spec, cache: &Cache) -> Option<InnerBuild> {
        let named = spec.get(XEN.name).filter(|named| *named == self.made_of.xen)?;
        let mut packages = debian::wanted(cache, self.debian, &self.set());
        packages.retain(|[name, ..]| name.starts_with(XENS_PACKAGE));
        Some(inner::build(XEN.name, named, packages))
    }

    /// What Debian calls its architecture.
    pub(super) fn debian(&self) -> &DebianArch {
        self.debian
    }

    /// Its packages, as a set of a lock's.
    pub(super) fn set(&self) -> Set<'_> {
        Set {
            name: self.name,
            wanted: &self.made_of.packages,
            releases: &self.debian.suites,
            is_source: false,
        }
    }

    /// The packages of the lock, or `None` where one has not been downloaded.
    pub(super) fn cached_packages(&self, cache: &Cache) -> Option<Vec<PathBuf>> {
        debian::cached(cache, self.debian, self.name)
    }

    /// The packages of the lock, downloaded where they are not there; `say` is told of that.
    pub(super) fn packages(
        &self,
        cache: &Cache,
        say: &dyn Fn(&str),
    ) -> Result<Vec<PathBuf>, Trouble> {
        debian::packages(cache, self.debian, &self.set(), say)
    }

    /// Where the image of these `packages` and `parts` is or will be. The name tells apart
    /// everything that can change a figure.
    pub(super) fn image(
        &self,
        cache: &Cache,
        packages: &[PathBuf],
        parts: &Parts,
        outer: &dyn Outer,
    ) -> Result<Image, Trouble> {
        let memory = parts.memory(self.made_of);
        let machine = outer.machine(self.lab, self.made_of, memory, parts.processors());
        let content = self.content(cache, packages, parts)?;
        let mode = parts.mode(self.lab).map(|mode| mode.option.as_str());
        let mut of_machine = vec![
            self.lab.boot.to_vec(),
            machine.join(" ").into_bytes(),
            LINUX_OPTIONS.into(),
            outer.version().into(),
        ];
        if self.lab.clock_by_plugin {
            of_machine.push(CLOCK_BY_PLUGIN.to_vec());
        }
        of_machine.extend(parts.options().iter().copied().chain(mode).map(Vec::from));
        if parts.more_for_files() > 0 {
            of_machine.push(parts.more_for_files().to_le_bytes().to_vec());
        }
        let digest = fingerprint(content.iter().chain(&of_machine));
        let folder = cache.path().join(IMAGES).join(format!("{}-{digest}", self.name));
        Ok(Image {
            folder,
            content: fingerprint(&content),
            room: memory - (self.made_of.memory() - self.made_of.room()),
            memory,
            files: parts.more_for_files(),
            processors: parts.processors(),
            machine,
            clock_by_plugin: self.lab.clock_by_plugin,
            kernel_options: std::iter::once(&*self.made_of.kernel_options)
                .chain(mode)
                .chain([LINUX_OPTIONS])
                .chain(parts.options().iter().copied())
                .filter(|option| !option.is_empty())
                .collect::<Vec<_>>()
                .join(" "),
            hypervisor_options: self.hypervisor_options(parts),
        })
    }

    /// What tells the files apart that an image of these `packages` and `parts` has for any machine.
    fn content(
        &self,
        cache: &Cache,
        packages: &[PathBuf],
        parts: &Parts,
    ) -> Result<Vec<Vec<u8>>, Trouble> {
        let mut content = vec![
            format!("{:?}", (self.name, self.addition, self.made_of)).into_bytes(),
            self.lab.shell.clone().into(),
            FIRST_PROCESS.into(),
        ];
        let compiled = self.lab.compiled.iter();
        content
            .extend(compiled.flat_map(|(name, bytes)| [name.as_bytes().to_vec(), bytes.to_vec()]));
        if parts.starts_with_all() {
            content.push(ALONE.into());
        }
        let names = packages.iter().filter_map(|package| package.file_name());
        content.extend(names.map(|name| name.as_encoded_bytes().to_vec()));
        content.extend(parts.contents(cache)?);
        Ok(content)
    }

    /// What the hypervisor below Linux is told on a machine of these `parts`; nothing where there is none.
    fn hypervisor_options(&self, parts: &Parts) -> String {
        let mut options = self.made_of.hypervisor_options.clone();
        if options.is_empty() {
            return options;
        }
        if parts.processors() > 1 {
            options += OWN_PROCESSOR;
        }
        if parts.more_for_files() > 0 {
            let memory = DOM0_MIB + (parts.more_for_files() >> 20);
            options += &format!(" dom0_mem={memory}M,max:{memory}M"); // the last one counts
        }
        options
    }
}

/// What an image called `name` has in it.
fn kind(name: &str) -> &str {
    name.split('-').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dom0_has_the_memory_that_descriptions_say() {
        let own = format!("dom0_mem={DOM0_MIB}M,max:{DOM0_MIB}M ");
        let images = LabArch::all().flat_map(|(_, lab)| lab.images.values());
        let with_dom0: Vec<_> =
            images.filter(|image| image.hypervisor_options.contains("dom0_mem=")).collect();
        assert!(!with_dom0.is_empty());
        assert!(with_dom0.iter().all(|image| image.hypervisor_options.contains(&own)));
    }
}
