//! How KVM runs a guest: in hardware or not.

use crate::kvm::MODULES;
use doctor::{Check, Context, Verdict};

/// KVM has hardware to run guests on.
pub const CHECK: &Check = &Check {
    name: "kvm-backend",
    why: "A KVM without hardware virtualization emulates the guest's kernel one instruction \
          at a time, at thousands of cycles each.",
    over_time: false,
    look,
};

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
    match modules.keys().find(|name| name.starts_with("kvm_")) {
        Some(name) => Verdict::ok(format!("{name}: in hardware")),
        None if modules.is_empty() => Verdict::unknown("KVM is not loaded"),
        None => Verdict::unknown("it is built into the kernel, which does not tell"),
    }
}
