//! `hyperbench import`: figures of other suites beside our own.

use std::io;

use super::contents;
use crate::cli::ImportArgs;
use crate::error::{Failure, UsageError};
use crate::exit::Exit;
use results::imported::{Name, kvm_unit_tests};
use results::{GuestKind, Store};

/// Reads the log, prints its figures, and keeps them.
pub(super) fn import(args: &ImportArgs) -> Result<Exit, Failure> {
    let file = || args.log.display().to_string();
    let image = args.image.image(GuestKind::Bare)?;
    let store = args.output.as_deref().map(Store::new).transpose()?;
    let log = contents(&args.log)?;
    let log = String::from_utf8_lossy(&log);
    let ours = |theirs: &str| {
        let benchmark = image.benchmarks.iter().find(|b| b.is_called("kut", theirs))?;
        Some(Name { name: &benchmark.name, category: &benchmark.category })
    };
    let mut document = kvm_unit_tests(&log, ours, &args.label)
        .ok_or_else(|| UsageError::NothingToImport { file: file() })?;
    document.tool = super::tool();
    reports::results(&document, args.printed.format(), &mut io::stdout().lock())?;
    store.map_or(Ok(()), |store| store.write(&document))?;
    Ok(Exit::Success)
}
