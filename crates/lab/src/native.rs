//! The benchmark kernel directly on the outer machine: what everything else is compared with.

use super::arch::{Emulator, LabArch};
use super::guest::LabGuest;
use super::image::{INITRAMFS, Image, KERNEL};
use super::outer::{Handed, Outer};
use super::waiting::{self, GO, Start};
use super::worlds::{Log, Outermost};
use super::{keys, outer, told};
use crate::run::{self, file};
use debian::{Cache, Temporary};
use ground::{Arch, GuestKind, Trouble};
use monitors::{Detected, Guest, GuestConfig, Key, Platform, Spec};
use results::Unit;
use std::path::{Path, PathBuf};

/// The platform.
#[derive(Debug)]
pub(super) struct LabNative {
    /// Its name on the command line and in the results.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// The keys of its specification.
    pub keys: &'static [Key],
    /// What emulates the machine.
    pub emulator: Emulator,
}

impl Platform for LabNative {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn keys(&self) -> &'static [Key] {
        self.keys
    }

    fn guests(&self) -> &'static [GuestKind] {
        match self.emulator {
            Emulator::Qemu => &GuestKind::ALL,
            Emulator::Bochs => &[GuestKind::Bare],
        }
    }

    fn runs_by_default(&self) -> bool {
        false
    }

    fn is_native(&self) -> bool {
        true
    }

    fn can_be_deterministic(&self) -> bool {
        true
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn can_count(&self) -> bool {
        true
    }

    fn counts_batches(&self) -> bool {
        true
    }

    fn exists_for(&self, arch: &Arch) -> bool {
        LabArch::on(self.emulator, arch).is_some()
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        let lab = run::lab_on(self.emulator, arch)?;
        let cpus = keys::cpus(spec)?;
        run::detected(&*outer::detect(spec, arch, lab, cpus)?, spec, (arch, lab), cpus)
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Instructions
    }

    fn slowdown(&self, _deterministic: bool) -> u32 {
        run::slowdown(self.emulator)
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        let config = &told::asked_for(spec, config);
        let lab = run::lab_on(self.emulator, config.arch)?;
        run::check_trace(lab, config)?;
        let cpus = keys::cpus(spec)?;
        run::check_processors(cpus, config)?;
        let outer = outer::locate(spec, config.arch, lab, cpus)?;
        if !config.counting && config.trace.is_none() && config.linux.is_none() {
            return outer.native(lab, config, cpus, Path::new("/"), None).map(Some);
        }
        let cache = Cache::open("lab")?;
        let files = Temporary::inside(&cache.folder("runs")?)?;
        let log = Log::asked_for(config, files.path(), self.emulator)?;
        let folder = files.path();
        let state = waiting(&*outer, lab, config, cpus, (&cache, folder))?;
        let is_resumed = state.is_some();
        let guest = match state {
            Some(state) => {
                let files = &[file(folder, GO, told::options(config))?];
                let (log, outermost) = (log.as_ref(), Outermost::Guest);
                outer.go_on(&state, &Handed { folder, files, log, outermost })?
            }
            None => outer.native(lab, config, cpus, folder, log.as_ref())?,
        };
        Ok(Some(Box::new(LabGuest {
            guest,
            is_resumed,
            unheard: None,
            log,
            statistics: false,
            notes: Vec::new(),
            _files: files,
        })))
    }
}

/// The state in which Linux waits on a machine with `cpus` processors, made with a `cache` and in a
/// `folder`; `None` where it is not Linux that runs, or none is kept.
fn waiting(
    outer: &dyn Outer,
    lab: &LabArch,
    config: &GuestConfig,
    cpus: u32,
    (cache, folder): (&Cache, &Path),
) -> Result<Option<Image>, Trouble> {
    let linux = waiting::common(config, cpus).filter(|_| !lab.waiting.is_empty());
    let Some(linux) = linux else { return Ok(None) };
    let Some(machine) = outer.native_machine(lab, config, cpus) else { return Ok(None) };
    let image = Image {
        folder: PathBuf::new(),
        room: 0,
        memory: config.memory,
        processors: cpus,
        machine,
        kernel_options: told::linux_options(lab, linux, config, Some("")),
        hypervisor_options: String::new(),
    };
    let files =
        [(KERNEL, linux.kernel.clone()), file(folder, INITRAMFS, waiting::initramfs(lab, linux)?)?];
    Ok(waiting::state(&image, cache, outer, &Start::Boot(&files)))
}
