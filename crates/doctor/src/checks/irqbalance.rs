//! Interrupts that move between CPUs.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "irqbalance",
    why: "irqbalance moves the interrupts of devices to whichever CPU it likes, that of the \
          guest included.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    if !context.machine.has("/proc/self") {
        return Verdict::unknown("the list of processes cannot be read");
    }
    if context.machine.runs("irqbalance") {
        return Verdict::warn("running").mend("sudo systemctl stop irqbalance");
    }
    Verdict::ok("not running")
}
