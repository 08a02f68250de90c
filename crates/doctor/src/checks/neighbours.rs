//! Neighbours on the same core, as far as they can be noticed.

use crate::{Check, Context, Verdict};

pub(crate) const CHECK: &Check = &Check {
    name: "neighbours",
    why: "A neighbour on the core's other hardware thread takes throughput without a trace in any \
          counter, and everything measured meanwhile seems dearer.",
    over_time: true,
    look,
};

/// Share of undisturbed time below which a run has to wait for quiet moments.
const OFTEN: f64 = 0.8;

/// Share below which it may find too few.
const SELDOM: f64 = 0.2;

fn look(context: &Context) -> Verdict {
    let Some(pace) = context.window.and_then(|window| window.pace) else {
        return Verdict::unknown("not watched");
    };
    let found = format!(
        "undisturbed for {:.0} % of a second, at {:.0} % of the best speed in the middle",
        pace.quiet * 100.0,
        100.0 / pace.slowness
    );
    let advice = "figures are of quiet moments, which take longer to find here: measure at another \
                  time, on a machine of your own, or with --boots 40";
    match pace.quiet {
        seldom if seldom < SELDOM => Verdict::bad(found).advise(advice),
        sometimes if sometimes < OFTEN => Verdict::warn(found).advise(advice),
        _ => Verdict::ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Needs;
    use crate::machine::{Machine, Pace, Window};
    use ground::Arch;
    use results::Level;

    #[test]
    fn the_less_quiet_the_worse() {
        let level = |quiet| {
            let pace = Some(Pace { slowness: 1.3, quiet });
            let window = Window { pace, ..Window::default() };
            let needs = Needs { arch: Arch::native(), cpus: 1, memory: 1 << 20 };
            let machine = Machine::at("/nowhere");
            let context = Context { machine: &machine, needs, window: Some(&window) };
            CHECK.examine(&context).level
        };
        let levels = [0.9, 0.5, 0.1].map(level);
        assert_eq!(levels, [Level::Ok, Level::Warn, Level::Bad]);
    }
}
