//! Bochs, an emulator that knows all of VMX and counts one instruction as one tick.

use crate::{Detected, Guest, GuestConfig, Key, Platform, Spec, bochs};
use doctor::Check;
use ground::{Arch, Trouble};
use results::Unit;

/// The platform.
pub(crate) static PLATFORM: &dyn Platform = &Bochs;

struct Bochs;

impl Platform for Bochs {
    fn name(&self) -> &'static str {
        "bochs"
    }

    fn summary(&self) -> &'static str {
        "Bochs interpreting the processor, its virtualization extensions too"
    }

    fn keys(&self) -> &'static [Key] {
        bochs::KEYS
    }

    fn runs_by_default(&self) -> bool {
        false
    }

    fn can_be_deterministic(&self) -> bool {
        true
    }

    fn is_exact(&self) -> bool {
        true
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

    fn checks(&self) -> &'static [&'static Check] {
        &[bochs::PROGRAM]
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Instructions
    }

    /// A second of the guest's clock is 20 million instructions, of which Bochs executes between 20
    /// and 80 million a second, and fewer where it shares the processor.
    fn slowdown(&self, _deterministic: bool) -> u32 {
        8
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
