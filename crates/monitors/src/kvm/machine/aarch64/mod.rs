//! A machine as a device tree tells of it: booted as a Linux Image, with all devices in memory, KVM's own GIC,
//! and KVM's PSCI, which starts the other CPUs and ends the machine.

mod boot;
mod build;
mod cpu;
mod exits;
mod gic;
pub(super) mod layout;
mod pmu;
mod registers;
mod tree;

pub(super) use build::{Devices, build};
pub(super) use exits::turn;
pub(super) use registers::state;

use kvm_ioctls::Cap;

use super::{Error, kvm, memory, memory_error, null_device, serial, vcpu, virtio, vm};

/// What KVM has to offer for it.
pub(super) const NEEDS: [(Cap, &str); 2] = [
    (Cap::ArmPsci02, "PSCI, by which a guest powers itself off"),
    (Cap::DeviceCtrl, "a choice of the interrupt controller"),
];
