//! `hyperbench run`: the benchmarks on every platform, boot by boot in turn.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::{FormatArgs, RunArgs};
use crate::error::render;
use crate::exit::Exit;
use crate::screen::Screen;
use crate::workloads::{one_by_one, with_programs};
use analysis::SideBySide;
use analysis::compare::{Gate, Side};
use ground::Trouble;
use measuring::{Request, measure as measure_request};
use reports::Format;
use results::{Document, Runs, Store};
use system::output::{stdout, tell};

use super::answers::{self, From};
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
    let request = args.request(super::tool())?;
    let requests = if args.is_ab() { vec![request] } else { one_by_one(request) };
    let mut requests =
        requests.into_iter().map(with_programs).collect::<Result<Vec<_>, Trouble>>()?;
    refuse_to_replace(args)?;
    let file = keep(&mut requests[0]);
    let (document, exit) = measure_each(requests).inspect_err(|_| {
        // Nothing was measured: there is no run.
        if let Some(file) = &file {
            drop(fs::remove_file(file));
        }
    })?;
    // A full disk keeps what was there before: the trouble has been told.
    let whole = file.filter(|file| results::read(file).is_ok_and(|kept| kept.complete));
    let name = whole.as_deref().and_then(Path::file_stem).map(OsStr::to_string_lossy);
    let printed = show_answers(&document, args, name.as_deref()).and_then(|()| {
        if args.is_ab() { compare_variants(&document, args, &gate) } else { Ok(Exit::Success) }
    });
    Ok(exit.worst(printed.unwrap_or_else(|trouble| complain(&trouble))))
}

/// Results that took hours are not to be lost by a mistyped name.
fn refuse_to_replace(args: &RunArgs) -> Result<(), Trouble> {
    let has_results =
        |path: &&Path| fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() > 0);
    match args.output.as_deref().filter(has_results).filter(|_| !args.force) {
        None => Ok(()),
        Some(path) => Err(Trouble::usage(
            format!("{} is there already, and would be lost", path.display()),
            "name another file with -o, or add --force to replace it",
        )),
    }
}

/// Has the results kept with the user's other runs; returns where. Where that cannot be, it is said, and the
/// run goes on.
pub(super) fn keep(request: &mut Request) -> Option<PathBuf> {
    match Runs::open().and_then(|runs| runs.begin()) {
        Ok(path) => {
            request.outputs.push(path.clone());
            Some(path)
        }
        Err(trouble) => {
            tell(format_args!("this run is not kept: {}\n  next: {}", trouble.why, trouble.next));
            None
        }
    }
}

/// Prints the first screen, or what scripts and programs want.
fn show_answers(document: &Document, args: &RunArgs, name: Option<&str>) -> Result<(), Trouble> {
    if args.printed.format() != Format::Table {
        return print(document, &args.printed);
    }
    let all = SideBySide::new(vec![(String::new(), document.clone())]);
    let file = args.output.as_ref().map(|path| format!(" {}", path.display()));
    let words = file.filter(|_| name.is_none()).unwrap_or_default();
    let from = From { words: &words, name, has_baseline: args.baseline.is_some() };
    let mut out = stdout();
    answers::print(&all, &args.shown, &from, &mut out)?;
    if args.histogram {
        reports::histograms(document, &mut out)?;
    }
    Ok(())
}

/// Measures what `request` asks for and prints the results.
pub(super) fn show(request: &Request, printed: &FormatArgs) -> Result<Exit, Trouble> {
    let (document, exit) = measure(request)?;
    print(&document, printed)?;
    Ok(exit)
}

/// Measures what `request` asks for, and says on the screen how far that is.
pub(super) fn measure(request: &Request) -> Result<(Document, Exit), Trouble> {
    let outcome = measure_request(request, &mut Screen::default())?;
    let mut exit = match outcome.is_interrupted {
        true => Exit::Interrupted,
        false => judge(&outcome.document),
    };
    for (label, lines) in &outcome.verified {
        tell(format_args!(
            "{label}: no difference: the {lines} lines of a second run's records, with each batch and count, are \
             those of the first"
        ));
    }
    for trouble in &outcome.unwritten {
        exit = exit.worst(complain(trouble));
    }
    Ok((outcome.document, exit))
}

/// The same for guests of one program each, one after the other. What comes of them is one document, which the files
/// of the first one have after each.
fn measure_each(requests: Vec<Request>) -> Result<(Document, Exit), Trouble> {
    let mut requests = requests.into_iter();
    let first = requests.next().expect("something is asked for");
    let (mut all, mut exit) = measure(&first)?;
    while exit != Exit::Interrupted
        && let Some(next) = requests.next()
    {
        // The run is not over.
        all.complete = false;
        exit = exit.worst(write(&all, &first.outputs));
        let (its, is_last) =
            (measure(&Request { outputs: Vec::new(), ..next }), requests.len() == 0);
        exit = exit.worst(match its {
            Ok((document, exit)) => {
                let is_whole = is_last && document.complete;
                all.join(document);
                all.complete = is_whole;
                exit
            }
            Err(trouble) => complain(&trouble),
        });
        exit = exit.worst(write(&all, &first.outputs));
    }
    Ok((all, exit))
}

/// Writes `document` to all `files`.
fn write(document: &Document, files: &[PathBuf]) -> Exit {
    let written = files.iter().map(|path| Store::new(path)?.write(document));
    let told = written.filter_map(Result::err).map(|trouble| complain(&trouble));
    told.fold(Exit::Success, Exit::worst)
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
        writeln!(stdout())?;
    }
    let way = Way { threshold: args.judge.threshold(), force: true, printed };
    super::compare::judge_sides(&a, &b, gate, way)
}

fn print(document: &Document, printed: &FormatArgs) -> Result<(), Trouble> {
    Ok(reports::results(document, printed.format(), &mut stdout())?)
}

/// Results have been printed; says what went wrong besides.
fn complain(trouble: &Trouble) -> Exit {
    tell(render(trouble));
    trouble.kind.into()
}
