//! QEMU's own emulator, TCG: available wherever QEMU is, on any host.

use crate::qemu::{self, Accelerator, Counter};
use crate::{About, Detected, Guest, GuestConfig, Platform, Spec};
use ground::{Arch, GuestKind, Trouble};

/// The platform.
pub(crate) static PLATFORM: &dyn Platform = &QemuTcg;

static ABOUT: About = About {
    name: "qemu-tcg",
    summary: "QEMU emulating the processor by binary translation (TCG)",
    keys: qemu::KEYS,
    runs_by_default: true,
    guests: &GuestKind::ALL,
    can_be_deterministic: true,
    // A tick of the deterministic clock is an instruction, and TCG then executes between 50 and 200 million
    // of them a second where the clock counts a thousand million.
    slowdown: 20,
    can_count: true,
    channels: qemu::CHANNELS,
    checks: qemu::CHECKS,
    ..About::PLAIN
};

struct QemuTcg;

/// One thread, and time that is counted.
const DETERMINISTIC: Accelerator =
    Accelerator { accel: "tcg,thread=single", more: qemu::COUNTED_TIME, counter: Counter::Plugin };

/// A thread for each virtual CPU, so that they really run side by side.
const PARALLEL: Accelerator =
    Accelerator { accel: "tcg,thread=multi", more: &[], counter: Counter::Plugin };

impl Platform for QemuTcg {
    fn about(&self) -> &About {
        &ABOUT
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
