//! QEMU with KVM: the guest's instructions run on the host's processor.

use crate::qemu::{self, Accelerator, Counter};
use crate::{Detected, Guest, GuestConfig, Key, Platform, Spec, kvm};
use doctor::Check;
use ground::{Arch, GuestKind, Trouble};
use results::Unit;
use results::channels::Channel;

/// The platform.
pub(crate) static PLATFORM: &dyn Platform = &QemuKvm;

struct QemuKvm;

impl Platform for QemuKvm {
    fn name(&self) -> &'static str {
        "qemu-kvm"
    }

    fn summary(&self) -> &'static str {
        "QEMU with KVM, the hypervisor of the Linux kernel"
    }

    fn keys(&self) -> &'static [Key] {
        qemu::KEYS
    }

    fn guests(&self) -> &'static [GuestKind] {
        &GuestKind::ALL
    }

    fn boots_no_linux(&self, _arch: &Arch) -> Option<String> {
        kvm::boots_no_linux()
    }

    fn bare(&self) -> Option<&'static str> {
        Some("kvm")
    }

    fn can_count(&self) -> bool {
        true
    }

    fn nests_paging(&self) -> bool {
        kvm::nests_paging()
    }

    fn channels(&self) -> &'static [Channel] {
        qemu::CHANNELS
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        let version = qemu::locate(spec, arch)?.version;
        if !arch.is_host() {
            return Err(Trouble::unavailable(
                format!("KVM runs only the host's own architecture, not {}", arch.name),
                "use a platform that emulates the processor",
            ));
        }
        kvm::open_device()?;
        Ok(Detected { version, caveat: kvm::caveat(), ..Detected::default() })
    }

    fn is_in_sight(&self, arch: &Arch) -> bool {
        let is_found = qemu::find(&Spec::plain(self.name()), arch).is_ok();
        is_found && arch.is_host() && kvm::open_device().is_ok()
    }

    fn checks(&self) -> &'static [&'static Check] {
        &[qemu::PROGRAM, kvm::INTERFACE, kvm::BACKEND, kvm::POLLING]
    }

    fn host_modules(&self) -> &'static [&'static str] {
        kvm::MODULES
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Cycles
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
