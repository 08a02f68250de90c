//! KVM with nested paging and QEMU on an Intel processor, in the lab.

use ground::GuestKind;
use monitors::Platform;

use crate::arch::Emulator;
use crate::keys;
use crate::platform::LabPlatform;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-kvm-ept",
    summary: "KVM on VMX with nested paging and QEMU, in the lab; counts instructions",
    keys: keys::KEYS_WITH_KVM_ON_BOCHS,
    emulator: Emulator::Bochs,
    image: "kvm-vmx",
    needs: None,
    nests_paging: true,
    guests: &[GuestKind::Bare],
    script: include_str!("../../inside/kvm/npt.sh"),
};
