//! The registers of a CPU by KVM's numbers of them (Linux documentation, KVM's api.rst, 4.68), and how a guest
//! died by what they hold.

use std::fmt::Write;

use kvm_ioctls::{Error, VcpuFd};

/// What a `register` of `cpu` holds.
pub(in super::super) fn read(cpu: &VcpuFd, register: u64) -> Result<u64, Error> {
    let mut value = [0; 8];
    cpu.get_one_reg(register, &mut value)?;
    Ok(u64::from_ne_bytes(value))
}

/// Has a `register` of `cpu` hold `value`.
pub(in super::super) fn write(cpu: &VcpuFd, register: u64, value: u64) -> Result<(), Error> {
    cpu.set_one_reg(register, &value.to_ne_bytes()).map(drop)
}

/// The state of `cpu` in one line: what `registers` hold, by their names, where it is before all others.
pub(in super::super) fn state_of(
    cpu: &VcpuFd,
    registers: impl IntoIterator<Item = (String, u64)>,
) -> String {
    let mut text = "at".to_owned();
    for (name, register) in registers {
        let value = read(cpu, register).map_or("?".to_owned(), |value| format!("{value:#x}"));
        let _ = write!(text, " {name}={value}");
    }
    text
}
