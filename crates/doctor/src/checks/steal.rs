//! Time that the hypervisor underneath gives to others.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "steal",
    why: "While the hypervisor underneath runs someone else, the counter goes on, and the \
          guest's operations seem to take that much longer.",
    over_time: true,
    look,
};

/// Share of the CPUs' time above which figures scatter.
const NOTICEABLE: f64 = 0.001;

/// Share above which they say more of the neighbours than of the guest.
const HEAVY: f64 = 0.02;

fn look(context: &Context) -> Verdict {
    let Some(share) = context.window.and_then(crate::machine::Window::stolen) else {
        return Verdict::unknown("the kernel does not tell");
    };
    let found = format!("{:.1} % of the CPUs' time was stolen", share * 100.0);
    let advice = "measure at another time, or on a machine of your own";
    match share {
        share if share >= HEAVY => Verdict::bad(found).advise(advice),
        share if share >= NOTICEABLE => Verdict::warn(found).advise(advice),
        _ => Verdict::ok(found),
    }
}
