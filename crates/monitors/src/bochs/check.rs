//! The doctor's look at Bochs.

use super::PACKAGES;
use super::locate::version;
use doctor::{Check, Context, Verdict};

/// Bochs is there and works.
pub const PROGRAM: &Check = &Check {
    name: "bochs",
    why: "Bochs runs the guests of the platform of that name, and figures compare only between \
          equal versions of it.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    let path = super::locate::NAMES.iter().find_map(|name| context.machine.program(name));
    match path.map(|path| version(&path)) {
        Some(Ok(version)) => Verdict::ok(version),
        Some(Err(why)) => Verdict::bad(format!("Bochs does not work: {why}"))
            .mend(format!("sudo apt-get install --reinstall {PACKAGES}")),
        None => {
            Verdict::warn("Bochs is not installed").mend(format!("sudo apt-get install {PACKAGES}"))
        }
    }
}
