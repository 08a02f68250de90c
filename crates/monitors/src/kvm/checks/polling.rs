//! KVM's waiting for a virtual CPU that has halted.

use doctor::{Check, Context, Verdict};

/// KVM does not poll for halted virtual CPUs.
pub const CHECK: &Check = &Check {
    name: "kvm-halt-polling",
    why: "While KVM polls for a virtual CPU that has halted, waking it costs far less than \
          after it gave up, so that the cost depends on how long the halt lasted.",
    over_time: false,
    look,
};

/// How long it polls at most, in nanoseconds.
const FILE: &str = "/sys/module/kvm/parameters/halt_poll_ns";

fn look(context: &Context) -> Verdict {
    match context.machine.number::<u64>(FILE) {
        None => Verdict::unknown("KVM is not loaded, or does not tell"),
        Some(0) => Verdict::ok("off"),
        Some(ns) => Verdict::warn(format!("up to {} µs", ns / 1000))
            .mend(format!("echo 0 | sudo tee {FILE}"))
            .advise("leave it on to measure what users get by default"),
    }
}
