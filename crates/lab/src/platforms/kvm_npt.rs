//! KVM with nested paging and QEMU, in the lab.

use ground::GuestKind;
use monitors::Platform;

use crate::arch::Emulator;
use crate::keys;
use crate::platform::LabPlatform;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-kvm-npt",
    summary: "KVM with nested paging and QEMU, in the lab; counts instructions",
    keys: keys::KEYS_WITH_KVM,
    emulator: Emulator::Qemu,
    image: "kvm",
    needs: None,
    nests_paging: true,
    guests: &GuestKind::ALL,
    script: include_str!("../../inside/kvm/npt.sh"),
};
