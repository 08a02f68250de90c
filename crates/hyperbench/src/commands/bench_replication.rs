//! `hyperbench bench-replication`: does the next run confirm what one says?

use std::io::Write;

use crate::cli::BenchReplicationArgs;
use crate::exit::Exit;
use ground::Trouble;
use results::{Document, PlatformRun, read};
use system::output::stdout;

/// Prints how well the figures of each platform repeat from file to file.
pub(super) fn bench(args: &BenchReplicationArgs) -> Result<Exit, Trouble> {
    let documents: Result<Vec<Document>, _> = args.results.iter().map(|path| read(path)).collect();
    let documents = documents?;
    let mut out = stdout();
    for first in documents.first().into_iter().flat_map(|document| &document.platforms) {
        let runs = documents.iter().filter_map(|document| document.platform(&first.label));
        let runs: Vec<&PlatformRun> = runs.collect();
        reports::replication(&runs, &mut out)?;
        writeln!(out)?;
    }
    Ok(Exit::Success)
}
