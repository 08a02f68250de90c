//! QEMU's emulator, in the lab.

use monitors::Platform;

use crate::parts;
use crate::platform::LabPlatform;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabPlatform {
    name: "lab-qemu-tcg",
    summary: "QEMU's emulator, in the lab; counts instructions",
    keys: parts::KEYS,
    image: "kvm",
    needs: None,
    script: include_str!("../../inside/kvm/tcg.sh"),
};
