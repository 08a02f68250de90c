//! `hyperbench` alone: what can be measured on this machine, and what to type.

use crate::exit::Exit;
use doctor::machine::Machine;
use ground::{Arch, Trouble};
use measuring::platforms;
use monitors::Platform;
use reports::Start;
use results::Runs;
use system::output::stdout;

/// Prints it. Nothing is started for it, not even to ask a program for its version.
pub(super) fn start() -> Result<Exit, Trouble> {
    let arch = Arch::native();
    let machine = Machine::here();
    let defaults = platforms::by_default(machine.is_virtual());
    let defaults = defaults.into_iter().filter(|platform| platform.exists_for(arch));
    let (there, missing): (Vec<_>, Vec<_>) =
        defaults.partition(|platform| platform.is_in_sight(arch));
    let names = |list: Vec<&'static dyn Platform>| list.into_iter().map(Platform::name).collect();
    let start = Start {
        host: machine.environment(&[]),
        platforms: names(there),
        missing: names(missing),
        lab: lab::has_images(arch),
        latest: Runs::open().ok().and_then(|runs| Some(runs.find("@")?.name)),
    };
    reports::start(&start, &mut stdout())?;
    Ok(Exit::Success)
}
