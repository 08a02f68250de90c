//! A counter that ticks at one rate, whatever the processor does.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "counter",
    why: "Every figure is a difference of two readings of the processor's counter, which has \
          to tick at one rate and never stop.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    let wanted = context.host_arch().map(|arch| arch.counter_flags.as_slice());
    let (Some(wanted), Some(flags)) = (wanted, context.machine.processor_flags()) else {
        return Verdict::unknown("the processor's features are not known");
    };
    let missing: Vec<_> =
        wanted.iter().filter(|flag| !flags.contains(flag)).map(String::as_str).collect();
    if wanted.is_empty() {
        Verdict::ok("steady on every processor of this architecture")
    } else if missing.is_empty() {
        Verdict::ok(format!("steady ({})", wanted.join(", ")))
    } else {
        Verdict::bad(format!("the processor lacks {}", missing.join(" and ")))
            .advise("take figures of this machine as rough ones")
    }
}
