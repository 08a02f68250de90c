//! KVM with nested paging and QEMU, in the lab.

use super::Platform;
use crate::lab::{self, LabPlatform};

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-kvm-npt",
    summary: "KVM with nested paging and QEMU, in the lab; counts instructions",
    keys: lab::KEYS,
    image: "kvm",
    needs: None,
    script: include_str!("../../../lab/kvm/npt.sh"),
};
