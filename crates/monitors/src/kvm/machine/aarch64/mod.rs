//! Arm's machine: KVM's own GIC, and KVM's PSCI, which starts the other CPUs and ends the machine.

mod build;
#[path = "../by_tree/mod.rs"]
mod by_tree;
mod cpu;
mod gic;
pub(super) mod layout;
mod pmu;
mod registers;
mod tree;

pub(super) use build::build;
pub(super) use by_tree::{Devices, turn};
pub(super) use registers::state;

use vcpu::{Turn, unasked};

use kvm_ioctls::{Cap, VcpuExit, VcpuFd};

use super::{Error, kvm, memory, memory_error, null_device, serial, vcpu, virtio, vm};

/// What KVM has to offer for it.
pub(super) const NEEDS: [(Cap, &str); 3] = [
    (Cap::Irqchip, "an interrupt controller of its own"),
    (Cap::ArmPsci02, "PSCI, by which a guest powers itself off"),
    (Cap::DeviceCtrl, "a choice of the interrupt controller"),
];

/// Answers an exit for a `reason` that the library does not know: here are none.
fn answer(reason: u32, _: &mut VcpuFd) -> Turn {
    unasked(&VcpuExit::Unsupported(reason))
}
