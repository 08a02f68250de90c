//! Xen with PVH guests, in the lab.

use super::Platform;
use crate::lab::LabPlatform;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-xen-pvh",
    summary: "Xen, PVH guest without a device model, in the lab; counts instructions",
    image: "xen",
    script: include_str!("../../../lab/xen/pvh.sh"),
};
