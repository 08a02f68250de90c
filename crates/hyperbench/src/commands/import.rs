//! `hyperbench import`: figures of other suites beside our own.

use std::io;
use std::path::Path;

use super::contents;
use crate::cli::ImportArgs;
use crate::error::{Failure, UsageError};
use crate::exit::Exit;
use results::imported::{Name, Refusal, import as imported};
use results::{Store, read};

/// Reads the log, prints its figures, and keeps them.
pub(super) fn import(args: &ImportArgs) -> Result<Exit, Failure> {
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
            Refusal::NoFigures => UsageError::NothingToImport { file, suite: suite.name() },
            Refusal::NoRate => UsageError::TimesWithoutRate { file },
        }
    })?;
    document.tool = super::tool();
    reports::results(&document, args.printed.format(), &mut io::stdout().lock())?;
    store.map_or(Ok(()), |store| store.write(&document))?;
    Ok(Exit::Success)
}

/// Ticks a second of the counter that the results in `path` are in.
fn rate(path: &Path) -> Result<u64, Failure> {
    let document = read(path)?;
    let boots = document.platforms.iter().flat_map(|run| &run.boots);
    let mut rates = boots.filter_map(|boot| boot.guest.timer.as_ref()?.hz);
    let file = || path.display().to_string();
    Ok(rates.next().ok_or_else(|| UsageError::NoRate { file: file() })?)
}
