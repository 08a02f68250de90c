//! Xen with PVH guests on an Intel processor, in the lab.

use ground::GuestKind;
use monitors::Platform;

use crate::arch::Emulator;
use crate::keys;
use crate::platform::LabPlatform;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-xen-vmx-pvh",
    summary: "Xen on VMX, PVH guest without a device model, in the lab; counts instructions",
    keys: keys::KEYS_WITH_XEN_ON_BOCHS,
    emulator: Emulator::Bochs,
    image: "xen-vmx",
    needs: None,
    nests_paging: true,
    guests: &[GuestKind::Bare],
    script: include_str!("../../inside/xen/pvh.sh"),
};
