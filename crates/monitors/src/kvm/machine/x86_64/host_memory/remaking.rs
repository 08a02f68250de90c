//! Machines made anew in the place of the one that runs, as a snapshot is restored.

use kvm_ioctls::{Kvm, VcpuFd, VmFd};

use super::super::bare::{create, create_cpus};
use super::super::memory::GuestMemory;
use super::super::null_device::NullDevice;
use super::super::saved::Saved;
use super::super::virtio::Virtio;
use super::super::{Error, kvm, open};
use super::Refusal;
use super::slot::Slot;

/// What a machine has besides the CPU that asks.
pub(in super::super) struct Parts<'a> {
    pub(in super::super) memory: &'a GuestMemory,
    pub(in super::super) null_device: &'a NullDevice,
    pub(in super::super) virtio: &'a Virtio,
}

/// A machine that is not in use, or no longer. Its end takes time of its own.
pub(super) struct Unused {
    _cpu: VcpuFd,
    _vm: VmFd,
}

/// Saves what the machine with `slot` and `cpu` is, and forgets it.
pub(super) fn save(slot: &Slot, cpu: &mut VcpuFd) -> Result<(), Refusal> {
    let saved = open().and_then(|kvm_fd| Saved::of(&kvm_fd, slot.vm(), cpu));
    saved.map(drop).map_err(|Error(why)| why)
}

/// Creates a machine like that of these `parts`, without its devices.
pub(super) fn create_another(parts: &Parts) -> Result<Unused, Refusal> {
    let another = open().and_then(|kvm_fd| another(&kvm_fd, parts));
    another.map(|(vm, cpu)| Unused { _cpu: cpu, _vm: vm }).map_err(|Error(why)| why)
}

/// Has another machine take the place of the one with `slot` and `cpu`, which is returned: the same
/// memory and devices, and the state that was saved.
pub(super) fn restore(slot: &mut Slot, parts: &Parts, cpu: &mut VcpuFd) -> Result<Unused, Refusal> {
    let made = open().and_then(|kvm_fd| {
        let saved = Saved::of(&kvm_fd, slot.vm(), cpu)?;
        let (vm, mut other) = another(&kvm_fd, parts)?;
        saved.give(&vm, &other)?;
        if parts.null_device.connect(&vm, &mut other).contains(&false) {
            return Err(Error("KVM does not take the null device again".to_owned()));
        }
        for (file, line) in parts.virtio.lines() {
            slot.vm().unregister_irqfd(file, line).map_err(kvm("give up a device's line"))?;
        }
        parts.virtio.connect(&vm)?;
        Ok((vm, other))
    });
    let (vm, other) = made.map_err(|Error(why)| why)?;
    let former = slot.go_over(vm)?;
    Ok(Unused { _cpu: std::mem::replace(cpu, other), _vm: former })
}

fn another(kvm_fd: &Kvm, parts: &Parts) -> Result<(VmFd, VcpuFd), Error> {
    let vm = create(kvm_fd, parts.memory)?;
    let cpu = create_cpus(kvm_fd, &vm, 1)?.pop();
    Ok((vm, cpu.ok_or(Error("it has no CPU".to_owned()))?))
}
