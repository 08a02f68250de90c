//! Virtual CPUs: what they can, and their state at the kernel's entry point.

use kvm_bindings::{
    KVM_ARM_VCPU_PMU_V3, KVM_ARM_VCPU_POWER_OFF, KVM_ARM_VCPU_PSCI_0_2,
    KVM_ARM_VCPU_PTRAUTH_ADDRESS, KVM_ARM_VCPU_PTRAUTH_GENERIC, kvm_vcpu_init,
};
use kvm_ioctls::{Cap, VcpuFd, VmFd};

use super::by_tree::{KERNEL, read, write};
use super::layout::{MOST_CPUS, RAM};
use super::registers::{AFFINITY, COUNTER, FIRST};
use super::{Error, kvm, pmu};

/// The bits of `MPIDR_EL1` that are a CPU's number, of four parts.
const NUMBER: u64 = 0xff_00ff_ffff;

/// Creates the CPUs. All but the first wait for the kernel to start them.
pub(super) fn create(vm: &VmFd, count: u32) -> Result<Vec<VcpuFd>, Error> {
    if count > MOST_CPUS {
        return Err(Error(format!("it can have at most {MOST_CPUS} CPUs")));
    }
    let mut kind = kvm_vcpu_init::default();
    vm.get_preferred_target(&mut kind).map_err(kvm("tell what processors it can offer"))?;
    kind.features[0] |= features(vm);
    let create = |id: u32| {
        let mut kind = kind;
        if id > 0 {
            kind.features[0] |= 1 << KVM_ARM_VCPU_POWER_OFF;
        }
        let cpu = vm.create_vcpu(id.into()).map_err(kvm("create that many CPUs"))?;
        cpu.vcpu_init(&kind).map_err(kvm("accept the processor that it offers"))?;
        Ok(cpu)
    };
    (0..count).map(create).collect()
}

/// PSCI, performance monitors, and signed pointers where there are any: both ways or not at all.
fn features(vm: &VmFd) -> u32 {
    let signed = [Cap::ArmPtrAuthAddress, Cap::ArmPtrAuthGeneric];
    let mut features = 1 << KVM_ARM_VCPU_PSCI_0_2;
    if pmu::is_there(vm) {
        features |= 1 << KVM_ARM_VCPU_PMU_V3;
    }
    if signed.into_iter().all(|it| vm.check_extension(it)) {
        features |= 1 << KVM_ARM_VCPU_PTRAUTH_ADDRESS | 1 << KVM_ARM_VCPU_PTRAUTH_GENERIC;
    }
    features
}

/// The number by which PSCI and the interrupt controller know `cpu`.
pub(super) fn affinity(cpu: &VcpuFd) -> Result<u64, Error> {
    read(cpu, AFFINITY).map(|it| it & NUMBER).map_err(kvm("tell a processor's number"))
}

/// Has `cpu` begin with the kernel, which finds the device tree's address in its first register. All else
/// is as KVM resets it: at EL1, interrupts masked.
pub(super) fn enter(cpu: &VcpuFd) -> Result<(), Error> {
    let set = |register, value| write(cpu, register, value);
    set(FIRST, RAM).and_then(|()| set(COUNTER, KERNEL)).map_err(kvm("set a processor's registers"))
}
