//! The devices of a PC's own.

use super::host_memory::HostMemory;
use super::null_device::NullDevice;

/// Those of one machine.
pub(in super::super) struct Devices {
    pub(super) null_device: NullDevice,
    pub(super) host_memory: HostMemory,
}
