//! A processor that slows down for the heat.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "heat",
    why: "A processor that becomes too hot runs slower, while the counter goes on at the same \
          rate.",
    over_time: true,
    look,
};

fn look(context: &Context) -> Verdict {
    match context.window.and_then(crate::machine::Window::throttled) {
        None => Verdict::unknown("the processor does not count it"),
        Some(0) => Verdict::ok("the processor did not slow down"),
        Some(n) => Verdict::bad(format!("the processor slowed down {n} times"))
            .advise("improve the cooling, or forbid turbo"),
    }
}
