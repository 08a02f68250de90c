//! How KVM runs a guest: in hardware or not.

use crate::kvm::MODULES;
use doctor::machine::Machine;
use doctor::{Check, Context, Verdict};
use ground::Arch;

/// KVM has hardware to run guests on.
pub const CHECK: &Check = &Check {
    name: "kvm-backend",
    why: "A KVM without hardware virtualization emulates the guest's kernel one instruction \
          at a time, at thousands of cycles each.",
    over_time: false,
    look,
};

/// Linux' option that says in which of several ways (Linux, kernel-parameters.txt).
const MODE: &str = "kvm-arm.mode=";

/// The module that does without.
const SOFTWARE: &str = "kvm_pvm";

fn look(context: &Context) -> Verdict {
    let modules = context.machine.modules(MODULES);
    if modules.contains_key(SOFTWARE) {
        return Verdict::bad(format!("{SOFTWARE}: without hardware virtualization")).advise(
            "compare its figures only with those of the same KVM; for others, measure where \
             there is hardware virtualization",
        );
    }
    let host = Arch::native().host.as_ref();
    match modules.keys().find(|name| name.starts_with("kvm_")) {
        Some(name) => Verdict::ok(format!("{name}: in hardware")),
        None if modules.is_empty() => Verdict::unknown("KVM is not loaded"),
        None if host.is_some_and(|host| host.kvm_is_hardware) => {
            Verdict::ok(in_hardware(context.machine))
        }
        None => Verdict::unknown("it is built into the kernel, which does not tell"),
    }
}

/// That it is, and in which mode where Linux was told one.
fn in_hardware(machine: &Machine) -> String {
    let options = machine.line("/proc/cmdline").unwrap_or_default();
    let mode = options.split_whitespace().find_map(|option| option.strip_prefix(MODE));
    mode.map_or("in hardware".to_owned(), |mode| format!("in hardware, in the mode {mode}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use doctor::machine::recorded::Recorded;

    #[test]
    fn the_mode_is_what_linux_was_told() {
        let recorded = Recorded::empty();
        assert_eq!(in_hardware(&recorded.machine), "in hardware");
        recorded.write("proc/cmdline", b"quiet kvm-arm.mode=protected panic=-1\n");
        assert_eq!(in_hardware(&recorded.machine), "in hardware, in the mode protected");
    }
}
