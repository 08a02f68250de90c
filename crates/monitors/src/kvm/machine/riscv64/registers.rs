//! The numbers of the registers (Linux, asm/kvm.h).

use std::mem::offset_of;

use kvm_bindings::{
    KVM_REG_RISCV_CONFIG, KVM_REG_RISCV_CORE, KVM_REG_RISCV_ISA_EXT, KVM_REG_RISCV_SBI_EXT,
    KVM_REG_RISCV_TIMER, KVM_RISCV_SBI_EXT_ID_KVM_RISCV_SBI_EXT_DBCN, kvm_riscv_core,
    kvm_riscv_timer,
};
use kvm_ioctls::VcpuFd;

use super::by_tree::state_of;
use super::memory::GuestMemory;

/// Where it executes, and what a function is given first and second.
pub(super) const COUNTER: u64 = core(offset_of!(kvm_riscv_core, regs.pc));
pub(super) const FIRST_ARGUMENT: u64 = core(offset_of!(kvm_riscv_core, regs.a0));
pub(super) const SECOND_ARGUMENT: u64 = core(offset_of!(kvm_riscv_core, regs.a1));
/// Its extensions of one letter, a bit each.
pub(super) const LETTERS: u64 = number(KVM_REG_RISCV_CONFIG, 0);
/// The rate of its clock in Hz.
pub(super) const RATE: u64 =
    number(KVM_REG_RISCV_TIMER, offset_of!(kvm_riscv_timer, frequency) / size_of::<u64>());

/// All of 64 bits of this architecture's.
const WORD: u64 = 0x8030_0000_0000_0000;

const fn number(kind: u32, index: usize) -> u64 {
    WORD | kind as u64 | index as u64
}

const fn core(offset: usize) -> u64 {
    number(KVM_REG_RISCV_CORE, offset / size_of::<u64>())
}

/// Whether its SBI has the debug console, which KVM leaves to monitors.
pub(super) const CONSOLE: u64 =
    number(KVM_REG_RISCV_SBI_EXT, KVM_RISCV_SBI_EXT_ID_KVM_RISCV_SBI_EXT_DBCN as usize);

/// Whether it has the extension that KVM gives this number.
pub(super) const fn extension(index: u32) -> u64 {
    number(KVM_REG_RISCV_ISA_EXT, index as usize)
}

/// The state of `cpu` in one line: where it is, and its registers.
pub(in super::super) fn state(cpu: &VcpuFd, _: &GuestMemory) -> String {
    let names = [
        "pc", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
        "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
        "t5", "t6",
    ];
    let numbered = names.into_iter().enumerate();
    state_of(cpu, numbered.map(|(index, name)| (name.to_owned(), core(8 * index))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_documentation() {
        assert_eq!(COUNTER, 0x8030_0000_0200_0000, "Linux documentation, KVM's api.rst, 4.68");
        assert_eq!(FIRST_ARGUMENT, 0x8030_0000_0200_000a);
        assert_eq!((LETTERS, RATE), (0x8030_0000_0100_0000, 0x8030_0000_0400_0000));
    }
}
