//! Ways to show results and lists: one file per format, and the progress of a run.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod cost;
mod data;
mod digits;
mod exports;
pub mod figures;
pub mod page;
pub mod profile;
mod progress;
mod tables;

use std::io;

use analysis::SideBySide;
use exports::{
    bmf, csv, github_action, jsonl, junit, kcidb, ktap, latex, lava, markdown, openmetrics, samples,
};
use results::Document;
use tables::{heading, histogram, latencies, table};

pub use progress::Progress;
pub use tables::answers::{Answers, Counted, Operation, Operations};
pub use tables::atlas::atlas;
pub use tables::build_step::{build_cost, build_step};
pub use tables::catalogue::benchmarks;
pub use tables::comparison::comparison;
pub use tables::explain::{Explanation, KnownCost, explanation};
pub use tables::findings::findings;
pub use tables::fleet::fleet_overview;
pub use tables::info::info;
pub use tables::kernels::kernels;
pub use tables::model::{ModelReport, model};
pub use tables::platforms::{PlatformRow, platforms};
pub use tables::prediction::{PredictionReport, prediction};
pub use tables::rates::{Works, rates};
pub use tables::runs::{RunRow, runs};
pub use tables::start::{Start, start};
pub use tables::style::wants_colour;
pub use tables::system_costs::system_costs;
pub use tables::trend::trend;
pub use tables::workloads::{WorkloadRow, usage, workloads};

// Figures and facts as texts, for those who show them elsewhere than in tables.
pub(crate) use cost::{cost_text, ratio_of as ratio_text};
pub(crate) use digits::{
    count_text, figure as figure_text, percent as percent_text, size as size_text,
};
pub(crate) use tables::events::{
    HEADER as EVENTS_HEADER, texts as event_texts, verdict as exits_verdict,
};
pub(crate) use tables::footnotes::remarks_on as remark_texts;
pub(crate) use tables::heading::{host as host_text, platform as platform_texts};
pub(crate) use tables::migration::{PHASES as MIGRATION_PHASES, sentences as migration_sentences};
pub(crate) use tables::model::name as part_text;
pub(crate) use tables::scaling::verdict as relation_text;
pub(crate) use tables::taken::{points as taken_points, sentence as taken_sentence};

/// What a command prints on the standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Table,
    /// For scripts: fixed columns, later ones only ever appended.
    Csv,
    /// For programs: all that is known; of results the document that `hyperbench schema` describes.
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
    /// Bencher Metric Format, for `bencher run --adapter json`
    Bmf,
    /// For github-action-benchmark, as its tool `customSmallerIsBetter`
    GithubAction,
    /// XML for build servers: a suite for each platform, a case for each benchmark
    Junit,
    /// The common format of the kernel's CI systems, for `kcidb-submit`
    Kcidb,
    /// Kernel TAP: a test for each platform, a subtest for each benchmark
    Ktap,
    /// LAVA's signals, for its dispatcher in a device's console
    Lava,
    /// OpenMetrics text, for Prometheus and what reads the same
    Openmetrics,
}

/// Exports results. In tables for people emulators have ratios to what is none only with `all_ratios`.
///
/// # Errors
/// When `out` cannot be written.
pub fn export(
    document: &Document,
    format: ExportFormat,
    all_ratios: bool,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        ExportFormat::Csv => csv::write(document, out),
        ExportFormat::Jsonl => jsonl::write(document, out),
        ExportFormat::Markdown => out.write_all(markdown::render(document, all_ratios).as_bytes()),
        ExportFormat::Latex => out.write_all(latex::render(document, all_ratios).as_bytes()),
        ExportFormat::Bmf => bmf::write(document, out),
        ExportFormat::GithubAction => github_action::write(document, out),
        ExportFormat::Junit => junit::write(document, out),
        ExportFormat::Kcidb => kcidb::write(document, out),
        ExportFormat::Lava => out.write_all(lava::render(document).as_bytes()),
        ExportFormat::Ktap => out.write_all(ktap::render(document).as_bytes()),
        ExportFormat::Openmetrics => out.write_all(openmetrics::render(document).as_bytes()),
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

/// The first screen of results: times, how far to trust them, what they come to, what to do next. Where
/// single operations were timed, the table of their percentiles.
///
/// # Errors
/// When `out` cannot be written.
pub fn answers(all: &SideBySide, of: &Answers, out: &mut dyn io::Write) -> io::Result<()> {
    match latencies::are_in(&all.document) {
        true => side_by_side(all, of.ratios, out),
        false => out.write_all(tables::answers::answers(all, of).as_bytes()),
    }
}

/// The table of several files side by side, with what each was measured on. Emulators have ratios to what is
/// none only with `all_ratios`.
///
/// # Errors
/// When `out` cannot be written.
pub fn side_by_side(all: &SideBySide, all_ratios: bool, out: &mut dyn io::Write) -> io::Result<()> {
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
    let text = table::render_below(&heading, &all.document, all_ratios, wants_colour());
    out.write_all(text.as_bytes())
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
        Format::Json => data::write(document, out),
    }
}
