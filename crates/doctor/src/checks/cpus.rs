//! Enough CPUs for everything that runs at once.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "cpus",
    why: "Virtual CPUs that share a CPU of the host take turns there, and a listener that \
          has none to itself sees the guest's marks late.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    let needs = context.needs;
    let Some(allowed) = context.machine.allowed_cpus().map(|list| list.len()) else {
        return Verdict::unknown("the kernel does not tell which CPUs may be used");
    };
    let found = format!("{allowed} usable, {} wanted", needs.host_cpus());
    let detail = format!("{} for the guest and 1 for the tool", needs.cpus);
    let fewer = "use fewer virtual CPUs (--cpus), or a machine with more CPUs";
    if allowed < u64::from(needs.cpus) {
        Verdict::bad(format!("{found} ({detail})")).advise(fewer)
    } else if allowed < needs.host_cpus() {
        Verdict::warn(format!("{found} ({detail})")).advise(fewer)
    } else {
        Verdict::ok(found)
    }
}
