//! Puts into words how a guest died: the reason, its registers, the bytes at its
//! instruction pointer.

use kvm_ioctls::VcpuFd;
use std::fmt::Write;
use vm_memory::{Bytes, GuestAddress};

use super::memory::GuestMemory;

/// An instruction is at most this long.
const INSTRUCTION: usize = 15;

/// The state of `cpu` in one line: where it is, what is there, its registers.
pub(in super::super) fn state(cpu: &VcpuFd, memory: &GuestMemory) -> String {
    let (Ok(registers), Ok(system)) = (cpu.get_regs(), cpu.get_sregs()) else {
        return "its registers cannot be read".to_owned();
    };
    let mut text = format!("at rip={:#x}", registers.rip);
    let code = code_at(cpu, memory, system.cs.base.wrapping_add(registers.rip));
    let _ = write!(text, ", bytes {}", code.as_deref().unwrap_or("not mapped"));
    for (name, value) in [
        ("rax", registers.rax),
        ("rbx", registers.rbx),
        ("rcx", registers.rcx),
        ("rdx", registers.rdx),
        ("rsi", registers.rsi),
        ("rdi", registers.rdi),
        ("rbp", registers.rbp),
        ("rsp", registers.rsp),
        ("rflags", registers.rflags),
        ("cr0", system.cr0),
        ("cr2", system.cr2),
        ("cr3", system.cr3),
        ("cr4", system.cr4),
        ("efer", system.efer),
        ("idt", system.idt.base),
        ("idt_limit", system.idt.limit.into()),
    ] {
        let _ = write!(text, " {name}={value:#x}");
    }
    text
}

/// The bytes of the instruction at the virtual address `address`, in hexadecimal.
fn code_at(cpu: &VcpuFd, memory: &GuestMemory, address: u64) -> Option<String> {
    let physical = cpu.translate_gva(address).ok().filter(|found| found.valid != 0)?;
    let mut code = [0; INSTRUCTION];
    let n = memory.read(&mut code, GuestAddress(physical.physical_address)).ok()?;
    Some(code[..n].iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "))
}
