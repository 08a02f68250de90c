//! Xen on Arm without a dom0: a device tree has it make the benchmark kernel's domain when it starts, so that no
//! Linux is there and no state is kept (Xen, docs/misc/arm/device-tree/booting.txt).

mod console;
mod tree;

use std::path::Path;

use super::arch::{Emulator, LabArch, XenRelease};
use super::guest::LabGuest;
use super::keys::{self, XEN};
use super::outer::{self, Booted};
use super::profile::HYPERVISOR;
use super::worlds::Log;
use super::{linux, options, run};
use console::Console;
use debian::{Cache, Temporary, Tree, failure, package_name};
use ground::{Arch, Trouble};
use images::forms::Form;
use monitors::{About, Detected, Guest, GuestConfig, Platform, Spec};
use system::input;
use system::output::tell;

/// Bytes of memory of the machine, and of them what a domain can have.
const MEMORY: u64 = 1 << 30;
const ROOM: u64 = 512 << 20;

/// The platform.
#[derive(Debug)]
pub(super) struct LabDom0less {
    /// What it is.
    pub about: About,
}

/// The Xen that a specification names.
#[derive(Debug)]
enum Xen<'a> {
    File(&'a str),
    Debian(&'a XenRelease),
}

impl<'a> Xen<'a> {
    fn of(spec: &'a Spec, arch: &Arch, lab: &'a LabArch) -> Result<Self, Trouble> {
        let named = spec.get(XEN.name);
        let mut known = lab.dom0less.iter();
        match (named, known.find(|it| named.is_none_or(|name| name == it.name))) {
            (_, Some(known)) => Ok(Self::Debian(known)),
            (Some(file), None) if !lab.dom0less.is_empty() => Ok(Self::File(file)),
            _ => Err(Trouble::unavailable(
                format!("Xen starts no domain without a dom0 for {} kernels", arch.name),
                "choose lab-xen-pvh, or a kernel for Arm with --arch",
            )),
        }
    }

    /// Its file, and what it is called; downloaded where it is not there, of which `say` is told.
    fn read(
        &self,
        arch: &Arch,
        cache: &Cache,
        say: &dyn Fn(&str),
    ) -> Result<(Vec<u8>, String), Trouble> {
        match self {
            Self::File(path) => Ok((linux::read(Path::new(path))?, "a Xen of the user's".into())),
            Self::Debian(xen) => {
                let packages = debian::packages(cache, &arch.debian, &xen.set(), say)?;
                let place = cache.folder("runs")?;
                let tree = Tree::unpack(&packages, &arch.debian.libraries, &place)?;
                let names: Vec<_> = packages.iter().map(|path| package_name(path)).collect();
                Ok((tree.read(&xen.hypervisor)?, names.join(", ")))
            }
        }
    }
}

impl Platform for LabDom0less {
    fn about(&self) -> &About {
        &self.about
    }

    fn exists_for(&self, arch: &Arch) -> bool {
        LabArch::of(arch).is_some_and(|lab| !lab.dom0less.is_empty())
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        let lab = run::lab_on(Emulator::Qemu, arch)?;
        let (xen, cpus) = (Xen::of(spec, arch, lab)?, keys::cpus(spec)?);
        let outer = outer::detect(spec, arch, lab, cpus)?;
        let say = |step: &str| tell(format_args!("{}: {step}", spec.label()));
        let (_, name) = xen.read(arch, &Cache::open("lab")?, &say)?;
        let detected = run::detected(&*outer, spec, (arch, lab), cpus)?;
        Ok(Detected { version: format!("{name}, {}", detected.version), ..detected })
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        if config.memory > ROOM {
            return Err(Trouble::unavailable(
                format!("a domain of this lab has room for {} MiB at most", ROOM >> 20),
                "ask for less with --memory",
            ));
        }
        let lab = run::lab_on(Emulator::Qemu, config.arch)?;
        let cpus = keys::cpus(spec)?;
        run::check_processors(cpus, config)?;
        let outer = outer::locate(spec, config.arch, lab, cpus)?;
        let cache = Cache::open("lab")?;
        let folder = Temporary::inside(&cache.folder("runs")?)?;
        let log = Log::asked_for(config, folder.path(), Emulator::Qemu)?;
        let (xen, _) = Xen::of(spec, config.arch, lab)?.read(config.arch, &cache, &|_| ())?;
        let kernel = input::read(&config.image).map_err(|e| failure::file(&config.image, &e))?;
        let kernel = Form::Linux.make(&kernel, config.arch).map_err(|why| {
            Trouble::unavailable(format!("Xen cannot load this kernel: {why}"), "use another")
        })?;
        let told = options::of(config);
        let tree = tree::of(cpus, MEMORY, config.memory, kernel.len() as u64, &told)?;
        let write = |folder: &Path, name: &'static str, bytes: &[u8]| {
            run::file(folder, name, bytes).map(|(_, path)| path)
        };
        if let Some(trace) = &config.trace {
            write(&trace.folder, HYPERVISOR, &xen)?;
        }
        let booted = Booted {
            folder: folder.path(),
            kernel: write(folder.path(), HYPERVISOR, &xen)?,
            tree: write(folder.path(), "tree", &tree)?,
            loaded: (write(folder.path(), "kernel", &kernel)?, tree::KERNEL),
            memory: MEMORY,
            cpus,
            log: log.as_ref(),
        };
        let guest = Box::new(Console::new(outer.boot(lab, &booted)?));
        Ok(Some(Box::new(LabGuest {
            guest,
            is_resumed: false,
            unheard: None,
            log,
            statistics: false,
            notes: Vec::new(),
            _files: folder,
        })))
    }
}
