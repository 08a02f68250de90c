//! What the kernel does about the processor's weaknesses.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "mitigations",
    why: "Mitigations can add hundreds of cycles to every way out of a guest, so that figures \
          compare only between machines with the same ones.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    let list = context.machine.vulnerabilities();
    if list.is_empty() {
        return Verdict::unknown("the kernel does not tell");
    }
    // A state such as "Mitigation: …; BHI: Vulnerable" is both.
    let count = |word: &str| list.iter().filter(|(_, state)| state.contains(word)).count();
    let found = format!("{} in force, {} left open", count("Mitigation"), count("Vulnerable"));
    match context.machine.boot_option("mitigations").as_deref() {
        Some("off") => Verdict::warn(format!("switched off: {found}")).advise(
            "figures are lower than where mitigations are in force; say so wherever you show them",
        ),
        _ => Verdict::ok(found),
    }
}
