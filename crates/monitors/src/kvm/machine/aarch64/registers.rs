//! The numbers of the registers (Linux, asm/kvm.h).

use std::mem::offset_of;

use kvm_bindings::kvm_regs;
use kvm_ioctls::VcpuFd;

use super::by_tree::state_of;
use super::memory::GuestMemory;

/// Its first one.
pub(super) const FIRST: u64 = general(0);
/// Where it executes.
pub(super) const COUNTER: u64 = core(offset_of!(kvm_regs, regs.pc));
/// `MPIDR_EL1`, its number among CPUs.
pub(super) const AFFINITY: u64 = system(3, 0, 0, 0, 5);

/// All of 64 bits of this architecture's.
const WORD: u64 = 0x6030_0000_0000_0000;

/// The one at this offset of `struct kvm_regs`.
const fn core(offset: usize) -> u64 {
    WORD | 0x0010 << 16 | (offset / size_of::<u32>()) as u64
}

const fn general(number: usize) -> u64 {
    core(offset_of!(kvm_regs, regs.regs) + number * size_of::<u64>())
}

/// The one that MRS names so (Arm ARM, C5.1.3).
const fn system(op0: u64, op1: u64, n: u64, m: u64, op2: u64) -> u64 {
    WORD | 0x0013 << 16 | op0 << 14 | op1 << 11 | n << 7 | m << 3 | op2
}

/// The state of `cpu` in one line: where it is, and its registers.
pub(in super::super) fn state(cpu: &VcpuFd, _: &GuestMemory) -> String {
    let named = [
        ("pc", COUNTER),
        ("pstate", core(offset_of!(kvm_regs, regs.pstate))),
        ("sp_el0", core(offset_of!(kvm_regs, regs.sp))),
        ("sp_el1", core(offset_of!(kvm_regs, sp_el1))),
        ("elr_el1", core(offset_of!(kvm_regs, elr_el1))),
        ("esr_el1", system(3, 0, 5, 2, 0)),
        ("far_el1", system(3, 0, 6, 0, 0)),
        ("sctlr_el1", system(3, 0, 1, 0, 0)),
        ("ttbr0_el1", system(3, 0, 2, 0, 0)),
        ("vbar_el1", system(3, 0, 12, 0, 0)),
    ];
    let named = named.map(|(name, register)| (name.to_owned(), register));
    let general = (0..=30).map(|number| (format!("x{number}"), general(number)));
    state_of(cpu, named.into_iter().chain(general))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_documentation() {
        assert_eq!(COUNTER, 0x6030_0000_0010_0040, "Linux documentation, KVM's api.rst, 4.68");
        assert_eq!(FIRST, 0x6030_0000_0010_0000);
        assert_eq!(AFFINITY, 0x6030_0000_0013_c005);
    }
}
