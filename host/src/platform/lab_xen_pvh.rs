//! Xen with PVH guests, in the lab.

use super::Platform;
use crate::lab::{self, LabPlatform};

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-xen-pvh",
    summary: "Xen, PVH guest without a device model, in the lab; counts instructions",
    keys: lab::KEYS_WITH_XEN,
    image: "xen",
    needs: None,
    script: include_str!("../../../lab/xen/pvh.sh"),
};
