//! KVM with shadow paging and QEMU, in the lab.

use super::Platform;
use crate::lab::{self, LabPlatform};

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-kvm-shadow",
    summary: "KVM with shadow paging and QEMU, in the lab; counts instructions",
    keys: lab::KEYS,
    image: "kvm",
    needs: Some("shadow-paging"),
    script: include_str!("../../../lab/kvm/shadow.sh"),
};
