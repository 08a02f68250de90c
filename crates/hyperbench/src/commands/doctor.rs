//! `hyperbench doctor`: what on this machine spoils the measurements.

use std::time::Duration;

use crate::cli::DoctorArgs;
use crate::exit::Exit;
use doctor::machine::{Machine, Pace, Window};
use doctor::{Context, NEIGHBOURS, Needs};
use ground::{Arch, Trouble};
use measuring::platforms;
use monitors::{Platform, Spec};
use results::Level;
use system::output::stdout;

/// How long the machine is watched.
const WATCH: Duration = Duration::from_secs(1);

/// Examines the machine, and prints what was found.
pub(super) fn doctor(args: &DoctorArgs) -> Result<Exit, Trouble> {
    let mut checks = platforms::checks(&platforms(args)?);
    checks.push(NEIGHBOURS);
    let machine = Machine::here();
    let window = watch(&machine);
    let needs = Needs { arch: Arch::native(), cpus: args.cpus, memory: args.memory };
    let context = Context { machine: &machine, needs, window: Some(&window) };
    let findings = doctor::examine(&context, &checks);
    reports::findings(&findings, args.printed.format(), &mut stdout())?;
    let is_bad = findings.iter().any(|finding| finding.level == Level::Bad);
    Ok(if is_bad { Exit::Unfit } else { Exit::Success })
}

/// The platforms named, or those of a run that names none.
fn platforms(args: &DoctorArgs) -> Result<Vec<&'static dyn Platform>, Trouble> {
    let all = platforms::all();
    if args.platforms.is_empty() {
        return Ok(all.into_iter().filter(|platform| platform.about().runs_by_default).collect());
    }
    let named = args.platforms.iter().map(|text| Spec::parse(text, &all));
    named.map(|result| result.map(|(platform, _)| platform)).collect()
}

/// Looks twice. In between a CPU is kept busy: time is stolen only from those that want it.
fn watch(machine: &Machine) -> Window {
    let before = machine.activity();
    let pace = Pace::watch(WATCH);
    Window { before, after: machine.activity(), pace }
}
