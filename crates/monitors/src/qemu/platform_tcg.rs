//! QEMU's own emulator, TCG: available wherever QEMU is, on any host.

use crate::qemu::{self, Accelerator, Counter};
use crate::{Detected, Guest, GuestConfig, Key, Platform, Spec};
use doctor::Check;
use ground::{Arch, GuestKind, Trouble};
use results::Unit;
use results::channels::Channel;

/// The platform.
pub(crate) static PLATFORM: &dyn Platform = &QemuTcg;

struct QemuTcg;

/// One thread, and time that is counted.
const DETERMINISTIC: Accelerator =
    Accelerator { accel: "tcg,thread=single", more: qemu::COUNTED_TIME, counter: Counter::Plugin };

/// A thread for each virtual CPU, so that they really run side by side.
const PARALLEL: Accelerator =
    Accelerator { accel: "tcg,thread=multi", more: &[], counter: Counter::Plugin };

impl Platform for QemuTcg {
    fn name(&self) -> &'static str {
        "qemu-tcg"
    }

    fn summary(&self) -> &'static str {
        "QEMU emulating the processor by binary translation (TCG)"
    }

    fn keys(&self) -> &'static [Key] {
        qemu::KEYS
    }

    fn guests(&self) -> &'static [GuestKind] {
        &GuestKind::ALL
    }

    fn can_be_deterministic(&self) -> bool {
        true
    }

    fn can_count(&self) -> bool {
        true
    }

    fn channels(&self) -> &'static [Channel] {
        qemu::CHANNELS
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        let version = qemu::locate(spec, arch)?.version;
        Ok(Detected {
            version,
            caveat: "emulated: figures are QEMU's, not a processor's".into(),
            ..Detected::default()
        })
    }

    fn is_in_sight(&self, arch: &Arch) -> bool {
        qemu::find(&Spec::plain(self.name()), arch).is_ok()
    }

    fn checks(&self) -> &'static [&'static Check] {
        qemu::CHECKS
    }

    fn unit(&self, _spec: &Spec, deterministic: bool) -> Unit {
        if deterministic { Unit::Instructions } else { Unit::Cycles }
    }

    /// A tick of the deterministic clock is an instruction, and TCG then executes between
    /// 50 and 200 million of them a second where the clock counts a thousand million.
    fn slowdown(&self, deterministic: bool) -> u32 {
        if deterministic { 20 } else { 1 }
    }

    fn lacks(&self, spec: &Spec, config: &GuestConfig) -> Option<String> {
        qemu::lacks(spec, config)
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        let accelerator = if config.deterministic { DETERMINISTIC } else { PARALLEL };
        qemu::start(spec, config, &config.arch.qemu.tcg_cpus, accelerator).map(Some)
    }
}
