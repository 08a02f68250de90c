//! `hyperbench report`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::exit;
use reports::figures::Theme;

/// What to show, and where.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Results: a file, a run that `hyperbench runs` lists, @ for the latest, @2 for the one before
    /// (default: @), or published figures (`paper-host` …); several are shown side by side
    #[arg(value_name = "RESULTS")]
    pub results: Vec<String>,

    /// Where to write it; - prints it [default: beside the first of RESULTS
    /// with another ending; of a run here, under its name]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// The platform that ratios refer to: its label, its file, `FILE:LABEL`, or published figures
    /// [default: the first file's own baseline]
    #[arg(long, value_name = "LABEL|FILE")]
    pub baseline: Option<String>,

    /// A profile that `hyperbench profile --format json -o FILE` kept, for a flame graph in the page;
    /// may be repeated
    #[arg(long, value_name = "FILE", conflicts_with = "figure")]
    pub profile: Vec<PathBuf>,

    /// What to write [default: svg with --figure, else html]
    #[arg(long, value_enum)]
    pub format: Option<ReportFormat>,

    /// Which figure: matrix, model, ratios:CATEGORY, scaling:BENCHMARK or one of a benchmark on a
    /// platform, distribution:BENCHMARK:PLATFORM, series:…, lengths:… or migration:…
    #[arg(long, value_name = "NAME", required_if_eq("format", "svg"))]
    pub figure: Option<String>,

    /// The figure's colours
    #[arg(long, value_enum, default_value_t, requires = "figure")]
    pub theme: Theme,

    /// The figure's width in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 760, requires = "figure",
          value_parser = clap::value_parser!(u32).range(200..=4000))]
    pub width: u32,
}

/// What a report is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// One page that holds everything, for any browser, without a network
    Html,
    /// A single figure of the page
    Svg,
}

/// Examples for the help text.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
     hyperbench report today.json                       # writes today.html\n  \
     hyperbench report monday.json tuesday.json -o week.html\n  \
     hyperbench report lab.json --profile in.json       # with a flame graph\n  \
     hyperbench report today.json --figure matrix -o matrix.svg\n\n";
    examples.to_owned() + &exit::help()
}
