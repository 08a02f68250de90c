//! `hyperbench import`: figures of other suites beside our own.

use std::io;
use std::path::Path;

use super::contents;
use crate::cli::ImportArgs;
use crate::exit::Exit;
use analysis::imported::{Name, Refusal, import as imported};
use ground::Trouble;
use results::{Store, read};

/// Reads the log, prints its figures, and keeps them.
pub(super) fn import(args: &ImportArgs) -> Result<Exit, Trouble> {
    let suite = args.suite;
    let image = args.image.image(suite.guest())?;
    let store = args.output.as_deref().map(Store::new).transpose()?;
    let log = contents(&args.log)?;
    let log = String::from_utf8_lossy(&log);
    let hz = args.like.as_deref().map(rate).transpose()?;
    let ours = |theirs: &str| {
        let benchmark = image.benchmarks.iter().find(|b| b.is_called(suite.short(), theirs))?;
        Some(Name { name: &benchmark.name, category: &benchmark.category })
    };
    let label = args.label.as_deref().unwrap_or(suite.name());
    let mut document = imported(suite, &log, ours, hz, label).map_err(|refusal| {
        let file = args.log.display().to_string();
        match refusal {
            Refusal::NoFigures => Trouble::usage(format!("{file} has no figures of {suite}", suite = suite.name()), format!("give what vmexit, micro-bench, lmbench or perf bench have printed, and name whose it is; a \
         console of HyperBench's own kernel is for: hyperbench ingest {file}")),
            Refusal::NoRate => Trouble::usage(format!("{file} has times, and says not how many cycles these are"), "name results of the same machine, whose counter's rate is taken: --like FILE"),
        }
    })?;
    document.tool = super::tool();
    reports::results(&document, args.printed.format(), &mut io::stdout().lock())?;
    store.map_or(Ok(()), |store| store.write(&document))?;
    Ok(Exit::Success)
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
