//! Xen with HVM guests, in the lab.

use super::Platform;
use crate::lab::LabPlatform;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-xen-hvm",
    summary: "Xen, HVM guest with QEMU in dom0, in the lab; counts instructions",
    image: "xen",
    script: include_str!("../../../lab/xen/hvm.sh"),
};
