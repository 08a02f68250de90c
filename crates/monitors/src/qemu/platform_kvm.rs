//! QEMU with KVM: the guest's instructions run on the host's processor.

use crate::qemu::{self, Accelerator, Counter, paravirtual};
use crate::{About, Detected, Guest, GuestConfig, Platform, Spec, kvm};
use ground::{Arch, GuestKind, Trouble};

/// The platform.
pub(crate) static PLATFORM: &dyn Platform = &QemuKvm;

static ABOUT: About = About {
    name: "qemu-kvm",
    summary: "QEMU with KVM, the hypervisor of the Linux kernel",
    keys: qemu::KEYS_WITH_KVM,
    runs_by_default: true,
    guests: &GuestKind::ALL,
    bare: Some("kvm"),
    can_count: true,
    nests_paging: kvm::nests_paging,
    channels: qemu::CHANNELS,
    checks: &[qemu::PROGRAM, kvm::INTERFACE, kvm::BACKEND, kvm::POLLING],
    host_modules: kvm::MODULES,
    ..About::PLAIN
};

struct QemuKvm;

impl Platform for QemuKvm {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn boots_no_linux(&self, _arch: &Arch) -> Option<String> {
        kvm::boots_no_linux()
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        let version = qemu::locate(spec, arch)?.version;
        paravirtual::properties(spec, arch)?;
        kvm::find(arch)?;
        Ok(Detected { version, caveat: kvm::caveat(), ..Detected::default() })
    }

    fn is_in_sight(&self, arch: &Arch) -> bool {
        let is_found = qemu::find(&Spec::plain(self.name()), arch).is_ok();
        is_found && kvm::find(arch).is_ok()
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
        let accelerator = Accelerator { accel: "kvm", more: &[], counter: Counter::Hypervisor };
        qemu::start(spec, config, &config.arch.qemu.kvm_cpus, accelerator).map(Some)
    }
}
