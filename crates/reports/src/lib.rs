//! Ways to show results and lists: one file per format, and the progress of a run.

mod catalogue;
mod channels;
mod comparison;
mod cost;
mod csv;
mod digits;
mod events;
mod external;
pub mod figures;
mod findings;
mod footnotes;
mod grid;
mod heading;
mod histogram;
mod json;
mod jsonl;
mod latencies;
mod latex;
mod markdown;
mod model;
mod outcome;
pub mod page;
mod platforms;
pub mod profile;
mod progress;
mod replication;
mod samples;
mod sampling;
mod scaling;
mod style;
mod table;
mod words;
mod worlds;

use std::io;

use results::{Document, SideBySide};

pub use catalogue::benchmarks;
pub use channels::{ChannelRow, channels};
pub use comparison::comparison;
pub use findings::findings;
pub use model::{ModelReport, model};
pub use platforms::{PlatformRow, platforms};
pub use progress::Progress;
pub use replication::replication;
pub use style::wants_colour;
pub(crate) use words::{
    cost_text, count_text, event_text, figure_text, host_text, part_text, percent_text,
    platform_texts, ratio_text, relation_text, remark_texts, size_text,
};

/// What a command prints on the standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Table,
    /// For scripts: fixed columns, later ones only ever appended.
    Csv,
    /// For programs: the results file's document, with every raw sample.
    Json,
}

/// What results can be exported to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ExportFormat {
    /// One row a benchmark and platform, for scripts and spreadsheets
    Csv,
    /// One JSON object a line, a benchmark on a platform each, for statistics software
    Jsonl,
    /// A table for documents in Markdown
    Markdown,
    /// A table for papers: a tabular environment that needs the package booktabs
    Latex,
}

/// Exports results.
///
/// # Errors
/// When `out` cannot be written.
pub fn export(
    document: &Document,
    format: ExportFormat,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        ExportFormat::Csv => csv::write(document, out),
        ExportFormat::Jsonl => jsonl::write(document, out),
        ExportFormat::Markdown => out.write_all(markdown::render(document).as_bytes()),
        ExportFormat::Latex => out.write_all(latex::render(document).as_bytes()),
    }
}

/// Exports every raw batch instead of figures, as CSV or JSON lines.
///
/// # Errors
/// When `out` cannot be written.
pub fn export_samples(
    document: &Document,
    format: ExportFormat,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        ExportFormat::Jsonl => samples::write_jsonl(document, out),
        _ => samples::write_csv(document, out),
    }
}

/// The table of several files side by side, with what each was measured on.
///
/// # Errors
/// When `out` cannot be written.
pub fn side_by_side(all: &SideBySide, out: &mut dyn io::Write) -> io::Result<()> {
    let several = all.sources.len() > 1;
    let mut runs = all.document.platforms.iter();
    let parts: Vec<_> = all
        .sources
        .iter()
        .map(|source| heading::Part {
            file: several.then_some(source.file.as_str()),
            about: &source.about,
            runs: runs.by_ref().take(source.labels.len()).collect(),
        })
        .collect();
    let heading = heading::render_parts(&all.document, &parts);
    out.write_all(table::render_below(&heading, &all.document, wants_colour()).as_bytes())
}

/// Prints the latencies of a run as bars, one a power of two.
///
/// # Errors
/// When `out` cannot be written.
pub fn histograms(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    out.write_all(histogram::render(document).as_bytes())
}

/// Prints a run's results.
///
/// # Errors
/// When `out` cannot be written.
pub fn results(document: &Document, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
    match format {
        Format::Table => out.write_all(table::render(document, wants_colour()).as_bytes()),
        Format::Csv => csv::write(document, out),
        Format::Json => json::write(document, out),
    }
}
