//! QEMU's messages after which a guest is dead although QEMU still runs.

/// Beginnings of lines on QEMU's standard error after which no vCPU executes any more.
const FATAL: [&str; 5] = [
    "KVM internal error",
    "KVM: entry failed",
    "error: kvm run failed",
    "emulation failure",
    "KVM: unknown exit",
];

/// Whether `line` says that KVM has given the guest up.
pub(super) fn is_fatal(line: &str) -> bool {
    FATAL.iter().any(|beginning| line.starts_with(beginning))
}
