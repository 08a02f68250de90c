//! The benchmark kernel directly on the outer machine: what everything else is compared with.

use super::arch::{Emulator, LabArch};
use super::guest::LabGuest;
use super::worlds::Log;
use super::{keys, outer, told};
use crate::run;
use debian::{Cache, Temporary};
use images::Arch;
use monitors::{Detected, Guest, GuestConfig, Key, Platform, PlatformError, Spec};
use results::{GuestKind, Unit};
use std::path::Path;

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

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, PlatformError> {
        let lab = run::lab_on(self.emulator, arch)?;
        keys::cpus(spec)?;
        Ok(run::detected(&*outer::detect(spec, arch, lab)?))
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
    ) -> Result<Option<Box<dyn Guest>>, PlatformError> {
        let config = &told::asked_for(spec, config);
        let lab = run::lab_on(self.emulator, config.arch)?;
        run::check_trace(lab, config)?;
        let outer = outer::locate(spec, config.arch, lab)?;
        let cpus = keys::cpus(spec)?;
        if !config.counting && config.trace.is_none() {
            return outer.native(lab, config, cpus, Path::new("/"), None).map(Some);
        }
        let files = Temporary::inside(&Cache::open("lab")?.folder("runs")?)?;
        let log = Log::asked_for(config, files.path(), self.emulator)?;
        let guest = outer.native(lab, config, cpus, files.path(), log.as_ref())?;
        let (unheard, statistics, notes) = (None, false, Vec::new());
        Ok(Some(Box::new(LabGuest { guest, unheard, log, statistics, notes, _files: files })))
    }
}
