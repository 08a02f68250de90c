//! How deep an idle CPU sleeps.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "idle-states",
    why: "A CPU in a deep sleep takes long to wake up, which adds to every operation that \
          waits for another CPU or for the host.",
    over_time: false,
    look,
};

/// States that take longer to leave are deep, in microseconds.
const DEEP_US: u64 = 10;

fn look(context: &Context) -> Verdict {
    let states = context.machine.idle_states();
    match states.iter().max_by_key(|state| state.latency_us) {
        None => Verdict::unknown("the kernel lists no idle states of the first CPU"),
        Some(deepest) if deepest.latency_us > DEEP_US => {
            let found = format!("{} takes {} µs to leave", deepest.name, deepest.latency_us);
            Verdict::warn(found)
                .mend(
                    "sudo sh -c 'for s in /sys/devices/system/cpu/cpu*/cpuidle/state*; do \
                     [ $(cat $s/latency) -le 10 ] || echo 1 > $s/disable; done'",
                )
                .advise("this lasts until the next boot; idle CPUs use more power meanwhile")
        }
        Some(deepest) => {
            Verdict::ok(format!("the deepest takes {} µs to leave", deepest.latency_us))
        }
    }
}
