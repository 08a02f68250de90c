//! Frequencies above the nominal one.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "turbo",
    why: "With turbo the frequency depends on heat and on what the other cores do, while the \
          counter ticks on at the nominal one.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    match context.machine.turbo() {
        None => Verdict::unknown("the kernel has no switch for turbo here"),
        Some(turbo) if turbo.on => Verdict::warn("on").mend(turbo.off_command),
        Some(_) => Verdict::ok("off"),
    }
}
