//! The machine's own devices.

use kvm_ioctls::{VcpuFd, VmFd};

use super::null_device::NullDevice;

/// They, and the machine's file, with which the interrupts of others end.
pub(in super::super::super) struct Devices {
    pub(super) null_device: NullDevice,
    _vm: VmFd,
}

impl Devices {
    /// Those of the machine `vm`, whose first CPU is `first`.
    pub(in super::super) fn new(vm: VmFd, first: &mut VcpuFd) -> Self {
        Self { null_device: NullDevice::offer(&vm, first), _vm: vm }
    }
}
