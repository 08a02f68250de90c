//! A machine as a PC's: booted by PVH, with I/O ports, KVM's own APICs, and tables of ACPI that name the CPUs.

mod acpi;
mod bare;
mod boot;
mod build;
mod cpu;
mod crash;
mod devices;
mod exits;
mod host_memory;
pub(super) mod layout;
mod ports;
mod saved;

pub(super) use build::build;
pub(super) use crash::state;
pub(super) use devices::Devices;
pub(super) use exits::turn;

use kvm_ioctls::Cap;

use super::{Error, kvm, memory, memory_error, null_device, open, serial, vcpu, virtio, vm};

/// What KVM has to offer for it.
pub(super) const NEEDS: [(Cap, &str); 3] = [
    (Cap::Irqchip, "interrupt controllers of its own"),
    (Cap::ExtCpuid, "a choice of processor features"),
    (Cap::SetTssAddr, "a choice of where it keeps its own pages"),
];
