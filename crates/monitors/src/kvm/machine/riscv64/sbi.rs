//! Calls of the SBI that KVM leaves to the monitor (RISC-V SBI specification 2.0, 3).

use kvm_bindings::KVM_EXIT_RISCV_SBI;
use kvm_ioctls::{VcpuExit, VcpuFd};

use super::vcpu::{Turn, unasked};

/// The debug console, and its function that writes bytes.
const CONSOLE: u64 = 0x4442_434e;
const WRITE: u64 = 0;

/// What is answered to other calls: there is no such extension.
const NOT_SUPPORTED: u64 = (-2_i64).cast_unsigned();

/// Answers an exit of `cpu` for a `reason` that the library does not know.
pub(super) fn answer(reason: u32, cpu: &mut VcpuFd) -> Turn {
    if reason != KVM_EXIT_RISCV_SBI {
        return unasked(&VcpuExit::Unsupported(reason));
    }
    // SAFETY: the exit reason says that this member of the union is the valid one.
    #[expect(unsafe_code, reason = "the kernel's interface is a union")]
    let call = unsafe { &mut cpu.get_kvm_run().__bindgen_anon_1.riscv_sbi };
    call.ret = result(call.extension_id, call.function_id, call.args[0]);
    Turn::Next
}

/// Error and value: the console writes nothing, which is all that is asked of it, as there is a serial port.
const fn result(extension: u64, function: u64, bytes: u64) -> [u64; 2] {
    match (extension, function, bytes) {
        (CONSOLE, WRITE, 0) => [0, 0],
        _ => [NOT_SUPPORTED, 0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_and_nothing_else_is_known() {
        assert_eq!(result(CONSOLE, WRITE, 0), [0, 0]);
        for (extension, function, bytes) in [(CONSOLE, WRITE, 1), (CONSOLE, 2, 0), (0, WRITE, 0)] {
            assert_eq!(result(extension, function, bytes), [u64::MAX - 1, 0]);
        }
    }
}
