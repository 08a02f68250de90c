//! KVM with nothing in between: the tool itself is the virtual machine monitor.

use crate::devices::keys;
use crate::{About, Detected, Guest, GuestConfig, Platform, Spec, kvm};
use ground::{Arch, Trouble};
use results::channels::Channel;

/// The platform.
pub(crate) static PLATFORM: &dyn Platform = &Kvm;

static ABOUT: About = About {
    name: "kvm",
    summary: "KVM alone: hyperbench runs the guest itself, without QEMU",
    keys: &keys::PLAIN,
    runs_by_default: true,
    can_count: true,
    nests_paging: kvm::nests_paging,
    channels: &[Channel::Internal, Channel::Uart, Channel::Mailbox],
    checks: &[kvm::INTERFACE, kvm::BACKEND, kvm::POLLING],
    host_modules: kvm::MODULES,
    ..About::PLAIN
};

struct Kvm;

impl Platform for Kvm {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        keys::check_plain(spec)?;
        kvm::find(arch)?;
        kvm::check()?;
        let release = rustix::system::uname().release().to_string_lossy().into_owned();
        let backend = kvm::backend();
        let name = if backend.is_empty() { "KVM" } else { &backend };
        Ok(Detected {
            version: format!("{name} of Linux {release}"),
            caveat: kvm::caveat(),
            ..Detected::default()
        })
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        kvm::start(spec, config).map(Some)
    }
}
