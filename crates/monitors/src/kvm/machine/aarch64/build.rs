//! Builds the machine, ready to run.

use kvm_ioctls::{Kvm, VmFd};

use super::by_tree::{Devices, Facts, describe, load};
use super::layout::NULL_DEVICE;
use super::memory::{self, GuestMemory};
use super::virtio::{Virtio, Wanted};
use super::vm::Hardware;
use super::{Error, cpu, gic, kvm, pmu, tree};
use crate::GuestConfig;

/// Bits of an address that suffice for any guest (Linux documentation, `KVM_CAP_ARM_VM_IPA_SIZE`).
const ADDRESS_BITS: i32 = 40;

/// Builds the machine of `config` with this `memory`, into which its kernel goes, and the devices that are
/// `wanted`.
pub(in super::super) fn build(
    kvm_fd: &Kvm,
    memory: &GuestMemory,
    config: &GuestConfig,
    wanted: Wanted,
) -> Result<Hardware, Error> {
    let vm = create(kvm_fd)?;
    memory::register(&vm, memory)?;
    let mut cpus = cpu::create(&vm, config.cpus)?;
    let gic = gic::create(&vm)?;
    if pmu::is_there(&vm) {
        cpus.iter().try_for_each(pmu::prepare)?;
    }
    let numbers = cpus.iter().map(cpu::affinity).collect::<Result<Vec<_>, _>>()?;
    load(memory, &config.image)?;
    let options = format!("null-device={NULL_DEVICE:#x} {}", config.options);
    let facts = Facts { memory: config.memory, options: &options, line: tree::shared };
    describe(memory, &tree::of(&facts, gic, &numbers)?)?;
    cpu::enter(&cpus[0])?;
    let virtio = Virtio::offer(wanted, &vm, memory)?;
    let devices = Devices::new(vm, &mut cpus[0]);
    Ok(Hardware { cpus, devices, virtio })
}

/// A machine with nothing yet, whose addresses have as many bits as it can have: some hosts have few.
fn create(kvm_fd: &Kvm) -> Result<VmFd, Error> {
    let bits = match kvm_fd.get_host_ipa_limit() {
        limit @ 32..ADDRESS_BITS => limit,
        _ => 0, // KVM's own choice, which is that many
    };
    kvm_fd.create_vm_with_type(bits.unsigned_abs().into()).map_err(kvm("create a virtual machine"))
}
