//! The performance monitors of the CPUs, where the host's processor has some and KVM gives them (Linux
//! documentation, vcpu.rst, `KVM_ARM_VCPU_PMU_V3_CTRL`).

use std::ptr;

use kvm_bindings::{
    KVM_ARM_VCPU_PMU_V3_CTRL, KVM_ARM_VCPU_PMU_V3_INIT, KVM_ARM_VCPU_PMU_V3_IRQ, kvm_device_attr,
};
use kvm_ioctls::{Cap, VcpuFd, VmFd};

use super::layout::PRIVATE;
use super::{Error, kvm};

/// The interrupt of each CPU's own by which it tells of an overflow (Arm Base System Architecture, B.6).
pub(super) const INTERRUPT: u32 = 7;

/// Whether the CPUs of `vm` have some.
pub(super) fn is_there(vm: &VmFd) -> bool {
    vm.check_extension(Cap::ArmPmuV3)
}

/// Sets that of `cpu` up, once there is an interrupt controller.
pub(super) fn prepare(cpu: &VcpuFd) -> Result<(), Error> {
    let interrupt = PRIVATE + INTERRUPT;
    let place = ptr::from_ref(&interrupt).expose_provenance() as u64;
    for (attribute, addr) in [(KVM_ARM_VCPU_PMU_V3_IRQ, place), (KVM_ARM_VCPU_PMU_V3_INIT, 0)] {
        let group = KVM_ARM_VCPU_PMU_V3_CTRL;
        let attribute = kvm_device_attr { group, attr: attribute.into(), addr, flags: 0 };
        cpu.set_device_attr(&attribute).map_err(kvm("set performance monitors up"))?;
    }
    Ok(())
}
