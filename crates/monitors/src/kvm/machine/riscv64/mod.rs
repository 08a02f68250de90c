//! RISC-V's machine: KVM's SBI starts the other harts, sets timers, sends IPIs and ends the machine. It has no
//! interrupt controller for devices, whose benchmarks poll.

mod build;
#[path = "../by_tree/mod.rs"]
mod by_tree;
mod cpu;
pub(super) mod layout;
mod registers;
mod sbi;
mod tree;

pub(super) use build::build;
pub(super) use by_tree::{Devices, turn};
pub(super) use registers::state;

use kvm_ioctls::Cap;
use sbi::answer;

use super::{Error, kvm, memory, memory_error, null_device, serial, vcpu, virtio, vm};

/// What KVM has to offer for it.
pub(super) const NEEDS: [(Cap, &str); 1] = [(Cap::OneReg, "registers by their numbers")];
