//! QEMU's emulator, in the lab.

use ground::GuestKind;
use monitors::Platform;

use crate::arch::Emulator;
use crate::keys;
use crate::platform::LabPlatform;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-qemu-tcg",
    summary: "QEMU's emulator, in the lab; counts instructions",
    keys: keys::KEYS,
    emulator: Emulator::Qemu,
    image: "kvm",
    needs: None,
    nests_paging: false,
    guests: &[GuestKind::Bare],
    script: include_str!("../../inside/kvm/tcg.sh"),
};
