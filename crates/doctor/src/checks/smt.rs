//! Two hardware threads that share a core.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "smt",
    why: "What runs on the other thread of a core takes execution units and cache away from \
          the one that is measured.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    match context.machine.has_smt() {
        None => Verdict::unknown("the kernel does not tell"),
        Some(false) => Verdict::ok("no two CPUs are seen to share a core"),
        Some(true) => Verdict::warn("cores run two threads each")
            .mend("echo off | sudo tee /sys/devices/system/cpu/smt/control"),
    }
}
