//! What a PC does when a CPU has left the guest.

use kvm_ioctls::{VcpuExit, VcpuFd};

use super::host_memory::{HostMemory, Parts};
use super::layout::HOST_MEMORY_PORT;
use super::null_device::Place;
use super::ports::{self, After};
use super::vcpu::{Shared, Turn, internal_error, interrupted, unasked};

/// Enters the guest once and answers its exit.
pub(in super::super) fn turn(cpu: &mut VcpuFd, shared: &Shared) -> Turn {
    let exit = match cpu.run() {
        Ok(exit) => exit,
        Err(error) => return interrupted(error.errno()),
    };
    shared.count_exit();
    let devices = &shared.devices;
    match exit {
        VcpuExit::IoIn(HOST_MEMORY_PORT, data) => HostMemory::read(data),
        VcpuExit::IoOut(HOST_MEMORY_PORT, data) => {
            let address = data.try_into().ok().map(u32::from_le_bytes);
            let Shared { memory, virtio, .. } = shared;
            let parts = Parts { memory, null_device: &devices.null_device, virtio };
            devices.host_memory.take(&parts, address, cpu);
        }
        VcpuExit::IoIn(port, data) => ports::read(&shared.serial, port, data),
        VcpuExit::IoOut(port, data) => {
            if ports::write(&shared.serial, port, data) == After::Ends {
                return Turn::PoweredOff;
            }
            devices.null_device.look(Place::Port(port), cpu);
        }
        VcpuExit::MmioRead(address, data) => {
            data.fill(0xff);
            devices.null_device.read(address, data);
            shared.virtio.read(address, data);
        }
        VcpuExit::MmioWrite(address, data) => {
            shared.virtio.write(address, data);
            devices.null_device.look(Place::Memory(address), cpu);
        }
        VcpuExit::IrqWindowOpen | VcpuExit::Hlt => {}
        VcpuExit::Shutdown => return Turn::Died("triple fault".to_owned()),
        VcpuExit::InternalError => return Turn::Died(internal_error(cpu)),
        other => return unasked(&other),
    }
    Turn::Next
}
