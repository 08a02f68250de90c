//! Who decides how fast the processor runs.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "governor",
    why: "A CPU that changes its frequency with the load needs a different number of counter \
          ticks for the same work from one moment to the next.",
    over_time: false,
    look,
};

/// The governor that asks for the highest frequency all the time.
const STEADY: &str = "performance";

fn look(context: &Context) -> Verdict {
    let governors = context.machine.governors();
    let list: Vec<_> = governors.iter().map(|(name, n)| format!("{name} on {n}")).collect();
    let found = format!("{} CPUs", list.join(", "));
    if governors.is_empty() {
        Verdict::unknown("the kernel does not set the frequency; firmware or a hypervisor does")
    } else if governors.keys().all(|name| name == STEADY) {
        Verdict::ok(found)
    } else {
        Verdict::warn(found).mend(format!(
            "echo {STEADY} | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"
        ))
    }
}
