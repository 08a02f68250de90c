//! Xen with HVM guests, in the lab.

use super::Platform;
use crate::lab::{self, LabPlatform};

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-xen-hvm",
    summary: "Xen, HVM guest with QEMU in dom0, in the lab; counts instructions",
    keys: lab::KEYS_WITH_XEN,
    image: "xen",
    needs: None,
    script: include_str!("../../../lab/xen/hvm.sh"),
};
