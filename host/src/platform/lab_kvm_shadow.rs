//! KVM with shadow paging and QEMU, in the lab.

use super::Platform;
use crate::lab::LabPlatform;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-kvm-shadow",
    summary: "KVM with shadow paging and QEMU, in the lab; counts instructions",
    image: "kvm",
    script: include_str!("../../../lab/kvm/shadow.sh"),
};
