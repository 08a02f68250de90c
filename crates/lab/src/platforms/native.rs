//! The lab's machine itself, without a hypervisor.

use monitors::Platform;

use crate::arch::Emulator;
use crate::keys;
use crate::native::LabNative;

/// Its name: here what programs do by themselves is counted.
pub const NATIVE: &str = "lab-native";

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabNative {
    name: NATIVE,
    summary: "the lab's machine without a hypervisor; counts instructions",
    keys: &[keys::OUTER, keys::CPUS, keys::LINUX],
    emulator: Emulator::Qemu,
};
