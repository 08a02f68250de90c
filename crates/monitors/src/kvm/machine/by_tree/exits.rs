//! What the machine does when a CPU has left the guest.

use kvm_bindings::KVM_SYSTEM_EVENT_SHUTDOWN;
use kvm_ioctls::{VcpuExit, VcpuFd};

use super::answer;
use super::layout::SERIAL;
use super::null_device::Place;
use super::serial::REGISTERS;
use super::vcpu::{Shared, Turn, internal_error, interrupted, unasked};

/// Enters the guest once and answers its exit.
pub(in super::super::super) fn turn(cpu: &mut VcpuFd, shared: &Shared) -> Turn {
    let exit = match cpu.run() {
        Ok(exit) => exit,
        Err(error) => return interrupted(error.errno()),
    };
    shared.count_exit();
    match exit {
        VcpuExit::MmioRead(address, data) => {
            data.fill(0xff);
            if let (Some(register), [byte, ..]) = (serial_register(address), &mut *data) {
                *byte = shared.serial.read(register);
            }
            shared.devices.null_device.read(address, data);
            shared.virtio.read(address, data);
        }
        VcpuExit::MmioWrite(address, data) => {
            if let (Some(register), [byte, ..]) = (serial_register(address), data) {
                shared.serial.write(register, &[*byte]);
            }
            shared.virtio.write(address, data);
            shared.devices.null_device.look(Place::Memory(address), cpu);
        }
        VcpuExit::SystemEvent(KVM_SYSTEM_EVENT_SHUTDOWN, _) => return Turn::PoweredOff,
        VcpuExit::SystemEvent(event, _) => {
            return Turn::Died(format!("it reset itself or crashed: KVM's system event {event}"));
        }
        VcpuExit::InternalError => return Turn::Died(internal_error(cpu)),
        VcpuExit::Unsupported(reason) => return answer(reason, cpu),
        other => return unasked(&other),
    }
    Turn::Next
}

/// The serial port's register at `address`: one byte each.
fn serial_register(address: u64) -> Option<u8> {
    let register = address.checked_sub(SERIAL)?.try_into().ok()?;
    (register < REGISTERS).then_some(register)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_serial_port_has_its_registers_and_no_others() {
        let registers = [SERIAL - 1, SERIAL, SERIAL + 7, SERIAL + 8, SERIAL + 256];
        let registers = registers.map(serial_register);
        assert_eq!(registers, [None, Some(0), Some(7), None, None]);
    }
}
