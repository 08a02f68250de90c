//! Xen with PVH guests, in the lab.

use ground::GuestKind;
use monitors::Platform;

use crate::arch::Emulator;
use crate::keys;
use crate::platform::LabPlatform;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-xen-pvh",
    summary: "Xen, PVH guest without a device model, in the lab; counts instructions",
    keys: keys::KEYS_WITH_XEN,
    emulator: Emulator::Qemu,
    image: "xen",
    needs: None,
    nests_paging: true,
    guests: &GuestKind::ALL,
    script: include_str!("../../inside/xen/pvh.sh"),
};
