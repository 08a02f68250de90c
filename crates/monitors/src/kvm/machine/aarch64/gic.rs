//! KVM's interrupt controller: a GICv3, or on hosts that have no other a GICv2 (Linux documentation,
//! arm-vgic-v3.rst and arm-vgic.rst).

use std::ptr;

use kvm_bindings::{
    KVM_DEV_ARM_VGIC_CTRL_INIT, KVM_DEV_ARM_VGIC_GRP_ADDR, KVM_DEV_ARM_VGIC_GRP_CTRL,
    KVM_VGIC_V2_ADDR_TYPE_CPU, KVM_VGIC_V2_ADDR_TYPE_DIST, KVM_VGIC_V3_ADDR_TYPE_DIST,
    KVM_VGIC_V3_ADDR_TYPE_REDIST, kvm_create_device, kvm_device_attr,
    kvm_device_type_KVM_DEV_TYPE_ARM_VGIC_V2 as TYPE_V2,
    kvm_device_type_KVM_DEV_TYPE_ARM_VGIC_V3 as TYPE_V3,
};
use kvm_ioctls::{DeviceFd, VmFd};

use super::layout::{DISTRIBUTOR, INTERFACE, REDISTRIBUTORS};
use super::{Error, kvm};

/// Its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gic {
    V2,
    V3,
}

/// Gives `vm` one for its CPUs, which are there and have not run: KVM makes no more than its GIC can have.
pub(super) fn create(vm: &VmFd) -> Result<Gic, Error> {
    let device = |type_| vm.create_device(&mut kvm_create_device { type_, ..Default::default() });
    let (gic, device) = match device(TYPE_V3) {
        Ok(device) => (Gic::V3, device),
        Err(_) => (Gic::V2, device(TYPE_V2).map_err(kvm("create an interrupt controller"))?),
    };
    let places = match gic {
        Gic::V2 => {
            [(KVM_VGIC_V2_ADDR_TYPE_DIST, DISTRIBUTOR), (KVM_VGIC_V2_ADDR_TYPE_CPU, INTERFACE)]
        }
        Gic::V3 => [
            (KVM_VGIC_V3_ADDR_TYPE_DIST, DISTRIBUTOR),
            (KVM_VGIC_V3_ADDR_TYPE_REDIST, REDISTRIBUTORS),
        ],
    };
    for (part, address) in places {
        let place = ptr::from_ref(&address).expose_provenance() as u64;
        set(&device, KVM_DEV_ARM_VGIC_GRP_ADDR, part, place)?;
    }
    set(&device, KVM_DEV_ARM_VGIC_GRP_CTRL, KVM_DEV_ARM_VGIC_CTRL_INIT, 0)?;
    Ok(gic)
}

fn set(device: &DeviceFd, group: u32, attribute: u32, addr: u64) -> Result<(), Error> {
    let attribute = kvm_device_attr { group, attr: attribute.into(), addr, flags: 0 };
    device.set_device_attr(&attribute).map_err(kvm("set its interrupt controller up"))
}
