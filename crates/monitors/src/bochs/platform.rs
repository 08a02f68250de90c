//! Bochs, an emulator that knows all of VMX and counts one instruction as one tick.

use crate::{About, Detected, Guest, GuestConfig, Platform, Spec, bochs};
use ground::{Arch, Trouble};

/// The platform.
pub(crate) static PLATFORM: &dyn Platform = &Bochs;

static ABOUT: About = About {
    name: "bochs",
    summary: "Bochs interpreting the processor, its virtualization extensions too",
    keys: bochs::KEYS,
    can_be_deterministic: true,
    is_exact: true,
    // A second of the guest's clock is 20 million instructions, of which Bochs executes between 20 and 80
    // million a second, and fewer where it shares the processor.
    slowdown: 8,
    checks: &[bochs::PROGRAM],
    ..About::PLAIN
};

struct Bochs;

impl Platform for Bochs {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn exists_for(&self, arch: &Arch) -> bool {
        arch.bochs.is_some()
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        let version = bochs::locate(spec, arch)?.version;
        let caveat =
            "emulated: figures are executed instructions, not time; one CPU unless cpus= asks for \
                      more"
                .to_owned();
        Ok(Detected { version, caveat, ..Detected::default() })
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        bochs::start(spec, config, Vec::new()).map(Some)
    }
}
