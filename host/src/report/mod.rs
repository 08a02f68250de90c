//! Ways to show results and lists: one file per format, and the progress of a run.

mod catalogue;
mod channels;
mod cost;
mod csv;
mod digits;
mod events;
mod external;
mod findings;
mod footnotes;
mod heading;
mod histogram;
mod json;
mod latencies;
mod model;
mod outcome;
mod platforms;
mod progress;
mod sampling;
mod scaling;
mod style;
mod table;
mod words;

use std::io;

use crate::results::Document;

pub use catalogue::benchmarks;
pub use channels::{ChannelRow, channels};
pub use findings::findings;
pub use model::{ModelReport, model};
pub use platforms::{PlatformRow, platforms};
pub use progress::Progress;
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
