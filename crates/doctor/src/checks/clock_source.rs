//! The kernel's opinion of the processor's counter.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "clock-source",
    why: "The kernel compares the processor's counter with other clocks, and keeps time by \
          another one once it has caught the counter lying.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    let wanted = context.host_arch().map(|arch| arch.clock_source.as_str());
    let (Some((current, all)), Some(wanted)) = (context.machine.clock_source(), wanted) else {
        return Verdict::unknown("the kernel does not tell, or its clocks are not known");
    };
    if current == wanted {
        Verdict::ok(current)
    } else if all.iter().any(|name| name == wanted) {
        Verdict::warn(format!("{current}, although {wanted} is available")).mend(format!(
            "echo {wanted} | sudo tee \
             /sys/devices/system/clocksource/clocksource0/current_clocksource"
        ))
    } else {
        Verdict::bad(format!("{current}: the kernel does not trust {wanted}"))
            .mend("sudo dmesg | grep -iE 'clocksource|unstable'")
            .advise("this shows why; take figures of this machine as rough ones")
    }
}
