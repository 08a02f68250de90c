//! QEMU as libvirt runs it, with the machine that libvirt makes of a short description.

use crate::{About, Detected, Guest, GuestConfig, Platform, Spec, kvm, libvirt};
use ground::{Arch, Trouble};

/// The platform.
pub(crate) static PLATFORM: &dyn Platform = &Libvirt;

static ABOUT: About = About {
    name: "libvirt",
    summary: "QEMU with KVM or without, as libvirt runs it",
    keys: libvirt::KEYS,
    ..About::PLAIN
};

struct Libvirt;

impl Platform for Libvirt {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn exists_for(&self, arch: &Arch) -> bool {
        arch.libvirt.is_some()
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        if let Some(other) = spec.get("accel").filter(|accel| !["kvm", "tcg"].contains(accel)) {
            return Err(crate::bad_setting(spec.text(), &format!("accel={other}"), self));
        }
        let version = libvirt::version(spec, arch)?;
        let caveat = match libvirt::is_emulated(spec, arch) {
            true => "emulated: figures are QEMU's, not a processor's".into(),
            false => kvm::caveat(),
        };
        Ok(Detected { version, caveat, ..Detected::default() })
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        libvirt::start(spec, config).map(Some)
    }
}
