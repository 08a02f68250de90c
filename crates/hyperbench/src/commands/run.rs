//! `hyperbench run`: the benchmarks on every platform, boot by boot in turn.

use std::io::{self, Write};

use crate::cli::{FormatArgs, RunArgs};
use crate::error::render;
use crate::exit::Exit;
use crate::screen::Screen;
use crate::workloads::with_programs;
use analysis::compare::{Gate, Side};
use ground::Trouble;
use measuring::{Request, measure as measure_request};
use reports::Format;
use results::Document;
use system::output::tell;

use super::compare::{Printed, Way};

/// Runs what was asked for and prints the results.
pub(super) fn run(args: &RunArgs) -> Result<Exit, Trouble> {
    if !args.is_ab() && args.judge.is_given() {
        return Err(Trouble::usage(
            "--threshold, --fail-on and --rules judge a comparison, and nothing is compared",
            "name the two variants with --ab, or use `hyperbench compare A B`",
        ));
    }
    let gate = args.judge.gate()?;
    let (document, exit) = measure(&with_programs(args.request(super::tool())?)?)?;
    let printed = print(&document, &args.printed, args.histogram).and_then(|()| {
        if args.is_ab() { compare_variants(&document, args, &gate) } else { Ok(Exit::Success) }
    });
    Ok(exit.worst(printed.unwrap_or_else(|trouble| complain(&trouble))))
}

/// Measures what `request` asks for and prints the results.
pub(super) fn show(request: &Request, printed: &FormatArgs) -> Result<Exit, Trouble> {
    let (document, exit) = measure(request)?;
    print(&document, printed, false)?;
    Ok(exit)
}

/// Measures what `request` asks for, and says on the screen how far that is.
pub(super) fn measure(request: &Request) -> Result<(Document, Exit), Trouble> {
    let outcome = measure_request(request, &mut Screen::default())?;
    let mut exit = match outcome.is_interrupted {
        true => Exit::Interrupted,
        false => judge(&outcome.document),
    };
    for trouble in &outcome.unwritten {
        exit = exit.worst(complain(trouble));
    }
    Ok((outcome.document, exit))
}

fn judge(document: &Document) -> Exit {
    let mut exit = Exit::Success;
    for run in &document.platforms {
        if run.benchmarks.iter().any(|benchmark| benchmark.status.is_failure()) {
            exit = exit.worst(Exit::Benchmark);
        }
        if run.failure.is_some() {
            exit = exit.worst(Exit::Platform);
        }
    }
    exit
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
        writeln!(io::stdout())?;
    }
    let way = Way { threshold: args.judge.threshold(), force: true, printed };
    super::compare::judge_sides(&a, &b, gate, way)
}

fn print(document: &Document, printed: &FormatArgs, histogram: bool) -> Result<(), Trouble> {
    let mut out = io::stdout().lock();
    let format = printed.format();
    reports::results(document, format, &mut out)?;
    if histogram && format == Format::Table {
        reports::histograms(document, &mut out)?;
    }
    Ok(())
}

/// Results have been printed; says what went wrong besides.
fn complain(trouble: &Trouble) -> Exit {
    tell(render(trouble));
    trouble.kind.into()
}
