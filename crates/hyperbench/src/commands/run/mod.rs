//! `hyperbench run`: the benchmarks on every platform, boot by boot in turn.

mod beside;
mod checkup;
mod console_log;
mod decided;
mod found;
mod keeper;
mod plan;
mod program;
mod verify;

use std::io::{self, Write};

use crate::cli::RunArgs;
use crate::error::render;
use crate::exit::Exit;
use crate::floors::{Floors, Setup};
use crate::session::{Job, Session, Watcher, measure_series, run_together};
use analysis::compare::{Gate, Side};
use ground::Trouble;
use images::KernelImage;
use reports::Format;
use results::Document;
use system::interrupt::Interrupt;
use system::output::{stdout, tell};

use super::compare::{Printed, Way};
pub(super) use found::boots_linux;

use decided::Decided;
use keeper::Keeper;
use plan::Plan;
pub(super) use program::Program;
use verify::{Witness, differences};

/// Runs what was asked for and prints the results.
pub(super) fn run(args: &RunArgs) -> Result<Exit, Trouble> {
    if !args.is_ab() && args.judge.is_given() {
        return Err(Trouble::usage(
            "--threshold, --fail-on and --rules judge a comparison, and nothing is compared",
            "name the two variants with --ab, or use `hyperbench compare A B`",
        ));
    }
    let gate = args.judge.gate()?;
    let (document, mut exit) = measure(args)?;
    let printed = print(&document, args).map_err(Trouble::from).and_then(|()| match args.is_ab() {
        true => compare_variants(&document, args, &gate),
        false => Ok(Exit::Success),
    });
    match printed {
        Ok(judged) => exit = exit.worst(judged),
        Err(failure) => exit = exit.worst(complain(&failure)),
    }
    Ok(exit)
}

/// Measures what was asked for. Everything that can be found wrong beforehand is found before the
/// first guest is started.
pub(super) fn measure(args: &RunArgs) -> Result<(Document, Exit), Trouble> {
    let image = args.image.image(plan::kind(args))?;
    match Program::asked_for(args, &image)? {
        Some(program) => program.measure(args),
        None => measure_image(args, &image, &[]),
    }
}

/// Measures with an `image`, and an archive of `files` in the guests that boot a Linux.
fn measure_image(
    args: &RunArgs,
    image: &KernelImage,
    files: &[u8],
) -> Result<(Document, Exit), Trouble> {
    let file = image.to_file()?;
    let mut plan = Plan::make(args, image, &file.path(), files)?;
    let mut keeper = Keeper::new(args, &plan)?;
    let mut floors = Floors::open();
    let processor = keeper.host().cpu.clone();
    for job in &mut plan.jobs {
        job.floor = floors.find(setup(job, &processor, image));
    }
    let interrupt = Interrupt::catch()?;
    if args.verify {
        take_turns_twice(&plan.jobs, &interrupt, &mut keeper);
    } else {
        let decided = Decided::planned(keeper.document(), args.judge.threshold());
        take_turns(&plan.jobs, decided.as_ref(), &interrupt, &mut keeper);
    }
    if args.scaling {
        for job in &plan.jobs {
            let series = measure_series(job, &interrupt, &mut keeper);
            keeper.add_series(job.spec.label(), series);
        }
    }
    for job in &plan.jobs {
        if let Some(together) = run_together(job, &interrupt, &mut keeper) {
            keeper.add_together(job.spec.label(), together);
        }
    }
    let (document, stored) = keeper.finish();
    for run in &document.platforms {
        let job = plan.jobs.iter().find(|job| job.spec.label() == run.label);
        if let Some(job) = job.filter(|job| job.platform.is_live()) {
            floors.learn(setup(job, &processor, image), run);
        }
    }
    floors.keep();
    let mut exit = judge(&document, &interrupt);
    for failure in stored {
        exit = exit.worst(complain(&failure));
    }
    Ok((document, exit))
}

/// What the speed of the reference in the guests of `job` depends on.
fn setup<'a>(job: &'a Job, processor: &'a str, image: &'a KernelImage) -> Setup<'a> {
    let (spec, version) = (job.spec.text(), job.detected.version.as_str());
    Setup { processor, spec, version, kernel: image.bytes() }
}

/// Compares the two platforms of `document`; programs find the figures in the results.
fn compare_variants(document: &Document, args: &RunArgs, gate: &Gate) -> Result<Exit, Trouble> {
    let side = |index: usize| {
        let label = document.platforms.get(index).map(|run| run.label.clone());
        Side::of(document.clone(), "this run", Some(&label.unwrap_or_default()))
    };
    let (a, b) = (side(0)?, side(1)?);
    let printed = match args.printed.format() {
        Format::Table => Printed::Table,
        Format::Csv | Format::Json => Printed::Nothing,
    };
    if printed == Printed::Table {
        writeln!(stdout())?;
    }
    let way = Way { threshold: args.judge.threshold(), force: true, printed };
    super::compare::judge_sides(&a, &b, gate, way)
}

fn print(document: &Document, args: &RunArgs) -> io::Result<()> {
    let mut out = stdout();
    let format = args.printed.format();
    reports::results(document, format, &mut out)?;
    if args.histogram && format == Format::Table {
        reports::histograms(document, &mut out)?;
    }
    Ok(())
}

/// Boots the platforms in turn, A B A B: what changes on the host meanwhile meets them all. Ends
/// before the boots do where the comparison of two is `decided`.
fn take_turns(
    jobs: &[Job],
    decided: Option<&Decided>,
    interrupt: &Interrupt,
    watcher: &mut dyn Watcher,
) {
    let mut sessions: Vec<_> = jobs.iter().map(Session::new).collect();
    while !sessions.is_empty() {
        for index in 0..sessions.len() {
            start_two(&mut sessions[index..]);
            sessions[index].round(interrupt, watcher);
        }
        sessions.retain(|session| !session.is_over());
        if let (Some(decided), [a, b]) = (decided, sessions.as_slice())
            && decided.is_settled(a.boots_made(), a.run(), b.run())
        {
            return;
        }
    }
}

/// Where it makes no difference, the next platform's guest runs beside this one's.
fn start_two(sessions: &mut [Session]) {
    if let [this, next, ..] = sessions
        && this.is_exact()
        && next.is_exact()
    {
        this.start_ahead();
        next.start_ahead();
    }
}

/// The same twice. The results are those of the first time; platforms whose guests said
/// something else the second time have failed.
fn take_turns_twice(jobs: &[Job], interrupt: &Interrupt, keeper: &mut Keeper) {
    let mut first = Witness::beside(keeper);
    take_turns(jobs, None, interrupt, &mut first);
    let first = first.into_consoles();
    let mut second = Witness::default();
    take_turns(jobs, None, interrupt, &mut second);
    if !interrupt.is_requested() {
        for (label, why) in differences(&first, &second.into_consoles()) {
            keeper.fail(&label, why);
        }
    }
}

fn judge(document: &Document, interrupt: &Interrupt) -> Exit {
    let mut exit = Exit::Success;
    for run in &document.platforms {
        if run.benchmarks.iter().any(|benchmark| benchmark.status.is_failure()) {
            exit = exit.worst(Exit::Benchmark);
        }
        if run.failure.is_some() {
            exit = exit.worst(Exit::Platform);
        }
    }
    if interrupt.is_requested() { Exit::Interrupted } else { exit }
}

/// Results have been printed; says what went wrong besides.
fn complain(failure: &Trouble) -> Exit {
    tell(render(failure));
    failure.kind.into()
}
