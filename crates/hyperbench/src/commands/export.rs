//! `hyperbench export`: results in the formats of others.

use std::io::{self, Write};

use super::side_by_side;
use crate::cli::ExportArgs;
use crate::exit::Exit;
use ground::Trouble;
use reports::ExportFormat;
use system::output::stdout;

/// Writes the results.
pub(super) fn export(args: &ExportArgs) -> Result<Exit, Trouble> {
    if args.samples && !matches!(args.format, ExportFormat::Csv | ExportFormat::Jsonl) {
        return Err(Trouble::usage(
            "raw batches are exported as csv or jsonl only",
            "add --format csv or --format jsonl, or leave out --samples",
        ));
    }
    let all = side_by_side::open(&side_by_side::or_latest(&args.files), args.baseline.as_deref())?;
    let mut out = io::BufWriter::new(stdout());
    match args.samples {
        true => reports::export_samples(&all.document, args.format, &mut out)?,
        false => reports::export(&all.document, args.format, args.baseline.is_some(), &mut out)?,
    }
    out.flush()?;
    Ok(Exit::Success)
}
