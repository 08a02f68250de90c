//! KVM with nothing in between: the tool itself is the virtual machine monitor.

use crate::{Detected, Guest, GuestConfig, Key, Platform, Spec, kvm};
use doctor::Check;
use ground::{Arch, Trouble};
use results::Unit;
use results::channels::Channel;

/// The platform.
pub(crate) static PLATFORM: &dyn Platform = &Kvm;

struct Kvm;

impl Platform for Kvm {
    fn name(&self) -> &'static str {
        "kvm"
    }

    fn summary(&self) -> &'static str {
        "KVM alone: hyperbench runs the guest itself, without QEMU"
    }

    fn keys(&self) -> &'static [Key] {
        &[]
    }

    fn can_count(&self) -> bool {
        true
    }

    fn nests_paging(&self) -> bool {
        kvm::nests_paging()
    }

    fn channels(&self) -> &'static [Channel] {
        &[Channel::Internal, Channel::Uart, Channel::Mailbox]
    }

    fn detect(&self, _spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        if !arch.is_host() {
            return Err(Trouble::unavailable(
                format!("KVM runs only the host's own architecture, not {}", arch.name),
                "use a platform that emulates the processor",
            ));
        }
        kvm::check()?;
        let release = rustix::system::uname().release().to_string_lossy().into_owned();
        let version = format!("{} of Linux {release}", kvm::backend());
        Ok(Detected {
            version: version.trim_start().to_owned(),
            caveat: kvm::caveat(),
            ..Detected::default()
        })
    }

    fn checks(&self) -> &'static [&'static Check] {
        &[kvm::INTERFACE, kvm::BACKEND, kvm::POLLING]
    }

    fn host_modules(&self) -> &'static [&'static str] {
        kvm::MODULES
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Cycles
    }

    fn launch(
        &self,
        _spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        kvm::start(config).map(Some)
    }
}
