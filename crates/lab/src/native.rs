//! The benchmark kernel directly on the outer machine: what everything else is compared with.

use super::arch::{Emulator, LabArch};
use super::guest::LabGuest;
use super::image::{INITRAMFS, Image, KERNEL};
use super::outer::{Handed, Outer};
use super::waiting::{self, GO, Start};
use super::worlds::{Log, Outermost};
use super::{keys, options, outer};
use crate::run::{self, file};
use debian::{Cache, Temporary};
use ground::{Arch, Trouble};
use monitors::{About, Detected, Guest, GuestConfig, Platform, Spec};
use std::path::{Path, PathBuf};

/// The platform.
#[derive(Debug)]
pub(super) struct LabNative {
    /// What it is.
    pub about: About,
    /// What emulates the machine.
    pub emulator: Emulator,
}

impl Platform for LabNative {
    fn about(&self) -> &About {
        &self.about
    }

    fn exists_for(&self, arch: &Arch) -> bool {
        LabArch::on(self.emulator, arch).is_some()
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        let lab = run::lab_on(self.emulator, arch)?;
        let cpus = keys::cpus(spec)?;
        run::detected(&*outer::detect(spec, arch, lab, cpus)?, spec, (arch, lab), cpus)
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        let lab = run::lab_on(self.emulator, config.arch)?;
        let config = &options::with_linux(lab, spec, config);
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
                let files = &[file(folder, GO, options::of(config))?];
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
        content: String::new(),
        room: 0,
        memory: config.memory,
        files: 0,
        processors: cpus,
        machine,
        clock_by_plugin: lab.clock_by_plugin,
        kernel_options: options::linux_options(lab, linux, config, Some("")),
        hypervisor_options: String::new(),
    };
    let files =
        [(KERNEL, linux.kernel.clone()), file(folder, INITRAMFS, waiting::initramfs(lab, linux)?)?];
    Ok(waiting::state(&image, cache, outer, &Start::Boot(&files)))
}
