//! Virtual CPUs, and their state at the kernel's entry point.

use kvm_ioctls::{VcpuFd, VmFd};

use super::by_tree::{KERNEL, write};
use super::layout::RAM;
use super::registers::{CONSOLE, COUNTER, FIRST_ARGUMENT, SECOND_ARGUMENT};
use super::{Error, kvm};

/// Creates the CPUs, the harts of these numbers. KVM has all but the first wait for the kernel to start them.
pub(super) fn create(vm: &VmFd, count: u32) -> Result<Vec<VcpuFd>, Error> {
    let create = |hart: u32| {
        let cpu = vm.create_vcpu(hart.into()).map_err(kvm("create that many CPUs"))?;
        // A KVM from before Linux 6.7 knows no such console.
        let _ = write(&cpu, CONSOLE, 1);
        Ok(cpu)
    };
    (0..count).map(create).collect()
}

/// Has `cpu`, hart 0, begin with the kernel, which is given the hart's number and the device tree (Linux,
/// Documentation/arch/riscv/boot.rst).
pub(super) fn enter(cpu: &VcpuFd) -> Result<(), Error> {
    [(FIRST_ARGUMENT, 0), (SECOND_ARGUMENT, RAM), (COUNTER, KERNEL)]
        .into_iter()
        .try_for_each(|(register, value)| write(cpu, register, value))
        .map_err(kvm("set a processor's registers"))
}
