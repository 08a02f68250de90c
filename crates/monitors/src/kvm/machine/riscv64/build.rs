//! Builds the machine, ready to run.

use kvm_ioctls::Kvm;

use super::by_tree::{Devices, Facts, describe, load};
use super::layout::NULL_DEVICE;
use super::memory::{self, GuestMemory};
use super::virtio::{Virtio, Wanted};
use super::vm::Hardware;
use super::{Error, cpu, kvm, tree};
use crate::GuestConfig;

/// Builds the machine of `config` with this `memory`, into which its kernel goes, and the devices that are
/// `wanted`.
pub(in super::super) fn build(
    kvm_fd: &Kvm,
    memory: &GuestMemory,
    config: &GuestConfig,
    wanted: Wanted,
) -> Result<Hardware, Error> {
    let vm = kvm_fd.create_vm().map_err(kvm("create a virtual machine"))?;
    memory::register(&vm, memory)?;
    let mut cpus = cpu::create(&vm, config.cpus)?;
    load(memory, &config.image)?;
    let options = format!("null-device={NULL_DEVICE:#x} {}", config.options);
    let facts = Facts { memory: config.memory, options: &options, line: |_| Vec::new() };
    describe(memory, &tree::of(&facts, &cpus)?)?;
    cpu::enter(&cpus[0])?;
    let virtio = Virtio::offer(wanted, &vm, memory)?;
    let devices = Devices::new(vm, &mut cpus[0]);
    Ok(Hardware { cpus, devices, virtio })
}
