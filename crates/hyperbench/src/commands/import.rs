//! `hyperbench import`: all ways in. Consoles and screens of our own are in [`super::ingest`].

use std::path::Path;

use super::contents;
use super::files::write_json;
use super::ingest::ingest;
use crate::cli::ImportArgs;
use crate::exit::Exit;
use analysis::imported::{Name, Refusal, Suite, import as imported};
use ground::Trouble;
use prediction::{Foreign, Usage};
use results::{Document, Store, Unit, read};
use system::output::stdout;

/// Finds out what the text is, and makes of it what it can be.
pub(super) fn import(args: &ImportArgs) -> Result<Exit, Trouble> {
    let (suite, files) = args.files();
    if let (Some(name), Some(native)) = (&args.workload, args.native) {
        let usage = exits(Path::new(&files[0]), name, native, args.text.unit())?;
        return write_json(&usage, args.text.output.as_deref());
    }
    if suite.is_none()
        && let Some(exit) = ingest(&args.text)?
    {
        return Ok(exit);
    }
    let store = args.text.output.as_deref().map(Store::new).transpose()?;
    let [file] = files else {
        return Err(Trouble::usage(
            format!("{} is no console of HyperBench's kernel", files[0]),
            "give what other suites have printed file by file",
        ));
    };
    let log = contents(Path::new(file))?;
    let mut document = match suite {
        Some(suite) => figures(args, suite, file, &log)?,
        None => any_suite(args, file, &log)?,
    };
    document.tool = super::tool();
    reports::results(&document, args.text.printed.format(), &mut stdout())?;
    store.map_or(Ok(()), |store| store.write(&document))?;
    Ok(Exit::Success)
}

/// The usage of the workload `name`, whose exits another program has counted in `file`.
pub(super) fn exits(file: &Path, name: &str, native: f64, unit: Unit) -> Result<Usage, Trouble> {
    let from = file.display().to_string();
    let foreign = Foreign::parse(&contents(file)?, &from)?;
    let workloads = vec![foreign.workload(name, native, &from)];
    Ok(Usage { workloads, ..Usage::new(unit) })
}

/// The figures of whichever suite has printed `log`. What kvm-unit-tests print is a word and a number,
/// and comes last.
fn any_suite(args: &ImportArgs, file: &str, log: &[u8]) -> Result<Document, Trouble> {
    let mut suites = [Suite::Lmbench, Suite::PerfBench, Suite::KvmUnitTests].into_iter();
    let text = String::from_utf8_lossy(log);
    let has_figures = |suite: &Suite| {
        !matches!(imported(*suite, &text, |_| None, None, ""), Err(Refusal::NoFigures))
    };
    match suites.find(has_figures) {
        Some(suite) => figures(args, suite, file, log),
        None => Err(Trouble::usage(
            format!("{file} is nothing that can be imported"),
            "give the console of HyperBench's kernel; what kvm-unit-tests' vmexit or micro-bench, lmbench \
             or perf bench have printed; with --screen what our kernel showed on a screen; or with \
             --workload and --native exits that perf kvm stat has counted",
        )),
    }
}

/// The figures in the `log` of `suite`.
fn figures(args: &ImportArgs, suite: Suite, file: &str, log: &[u8]) -> Result<Document, Trouble> {
    let image = args.image.image(suite.guest())?;
    let hz = args.like.as_deref().map(rate).transpose()?;
    let ours = |theirs: &str| {
        let benchmark = image.benchmarks.iter().find(|b| b.is_called(suite.short(), theirs))?;
        Some(Name { name: &benchmark.name, category: &benchmark.category })
    };
    let label = args.text.labels.first().map_or(suite.name(), String::as_str);
    let log = String::from_utf8_lossy(log);
    imported(suite, &log, ours, hz, label).map_err(|refusal| match refusal {
        Refusal::NoFigures => Trouble::usage(
            format!("{file} has no figures of {}", suite.name()),
            format!("leave the suite's name out to find out what it is: hyperbench import {file}"),
        ),
        Refusal::NoRate => Trouble::usage(
            format!("{file} has times, and says not how many cycles these are"),
            "name results of the same machine, whose counter's rate is taken: --like FILE",
        ),
    })
}

/// Ticks a second of the counter that the results in `path` are in.
fn rate(path: &Path) -> Result<u64, Trouble> {
    let document = read(path)?;
    let boots = document.platforms.iter().flat_map(|run| &run.boots);
    let mut rates = boots.filter_map(|boot| boot.guest.timer.as_ref()?.hz);
    let file = || path.display().to_string();
    rates.next().ok_or_else(|| {
        Trouble::usage(
            format!("{file} says not at which rate the guest's counter runs", file = file()),
            "name results of a run by the clock: hyperbench run --guest linux -o FILE",
        )
    })
}
