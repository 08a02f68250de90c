//! The lab's machine with an Intel processor itself, without a hypervisor.

use monitors::Platform;

use crate::arch::Emulator;
use crate::keys;
use crate::native::LabNative;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabNative {
    name: "lab-vmx-native",
    summary: "the lab's machine with VMX, without a hypervisor; counts instructions",
    keys: &[keys::OUTER_BOCHS, keys::MODEL, keys::CPUS],
    emulator: Emulator::Bochs,
};
