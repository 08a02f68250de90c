//! What else the machine is doing.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "load",
    why: "Other processes take CPU time and cache away in the middle of a measurement.",
    over_time: false,
    look,
};

/// Load per CPU above which figures scatter.
const NOTICEABLE: f64 = 0.1;

/// Load per CPU above which the guest hardly ever has its CPUs to itself.
const HEAVY: f64 = 0.5;

fn look(context: &Context) -> Verdict {
    let cpus = context.machine.online_cpus().map(|list| list.len());
    let (Some([load, ..]), Some(cpus)) = (context.machine.activity().load, cpus) else {
        return Verdict::unknown("the kernel does not tell");
    };
    let found = format!("{load:.2} over the last minute, on {cpus} CPUs");
    let verdict = match load / cpus as f64 {
        share if share >= HEAVY => Verdict::bad(found),
        share if share >= NOTICEABLE => Verdict::warn(found),
        _ => return Verdict::ok(found),
    };
    verdict
        .mend("ps -eo pcpu,pid,user,comm --sort=-pcpu | head")
        .advise("this shows who it is: stop it, or wait for it to end")
}
