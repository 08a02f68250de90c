//! The benchmark kernel directly on the outer machine: what everything else is compared with.

use super::arch::LabArch;
use super::guest::LabGuest;
use super::worlds::{Log, Outermost};
use super::{keys, outer};
use crate::run;
use debian::{Cache, Temporary};
use images::Arch;
use monitors::{Detected, Guest, GuestConfig, Key, Platform, PlatformError, Spec, qemu};
use results::{GuestKind, Unit};
use std::path::Path;

/// The platform.
#[derive(Debug)]
pub(super) struct LabNative;

impl Platform for LabNative {
    fn name(&self) -> &'static str {
        "lab-native"
    }

    fn summary(&self) -> &'static str {
        "the lab's machine without a hypervisor; counts instructions"
    }

    fn keys(&self) -> &'static [Key] {
        &[keys::OUTER, keys::CPUS]
    }

    fn guests(&self) -> &'static [GuestKind] {
        &GuestKind::ALL
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
        LabArch::of(arch).is_some()
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, PlatformError> {
        run::lab_of(arch)?;
        keys::cpus(spec)?;
        Ok(run::detected(outer::detect(spec, arch)?))
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Instructions
    }

    fn slowdown(&self, _deterministic: bool) -> u32 {
        run::SLOWDOWN
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, PlatformError> {
        let lab = run::lab_of(config.arch)?;
        run::check_trace(lab, config)?;
        let qemu = outer::locate(spec, config.arch)?;
        let mut words = outer::machine(lab, &lab.machine, config.memory, keys::cpus(spec)?);
        let mut add = |pair: [&str; 2]| words.extend(pair.map(str::to_owned));
        add(["-chardev", "stdio,id=console,signal=off"]);
        add(["-serial", "chardev:console"]);
        for device in &config.arch.qemu.devices {
            add(["-device", device]);
        }
        if let Some(linux) = &config.linux {
            add(["-kernel", &linux.kernel.to_string_lossy()]);
            add(["-initrd", &linux.initramfs.to_string_lossy()]);
            add(["-append", &run::linux_options(lab, linux, config)]);
        } else {
            add(["-kernel", &config.image.to_string_lossy()]);
            let options = config.arch.qemu.kernel_options.join(" ");
            add(["-append", &format!("{options} {}", run::options(config))]);
        }
        if !config.counting && config.trace.is_none() {
            return qemu::start_in(&qemu, words, Path::new("/")).map(Some);
        }
        let files = Temporary::inside(&Cache::open("lab")?.folder("runs")?)?;
        let log = Log::asked_for(config, files.path())?;
        words.extend(log.iter().flat_map(|log| log.arguments(Outermost::Guest)));
        let guest = qemu::start_in(&qemu, words, files.path())?;
        let (statistics, notes) = (false, Vec::new());
        Ok(Some(Box::new(LabGuest { guest, log, statistics, notes, _files: files })))
    }
}
