//! `hyperbench export`

use clap::Args;

use reports::ExportFormat;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench export today.json --format latex > table.tex\n  \
    hyperbench export today.json --format bmf > costs.json && bencher run --adapter json --file costs.json\n  \
    hyperbench export monday.json tuesday.json --format csv\n  \
    hyperbench export today.json --format csv --samples | R -e 'read.csv(\"stdin\")'";

/// What to export.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// Results: a file, a run that `hyperbench runs` lists, @ for the latest, @2 for the one before
    /// (default: @), or published figures such as paper-host
    #[arg(value_name = "FILE|RUN")]
    pub files: Vec<String>,

    /// What to write on the standard output
    #[arg(long, value_enum)]
    pub format: ExportFormat,

    /// Every raw batch instead of figures; only as csv and jsonl
    #[arg(long)]
    pub samples: bool,

    /// What ratios refer to: a platform's label, FILE or `FILE:PLATFORM`, or published figures
    /// [default: the first file's own]
    #[arg(long, value_name = "LABEL|FILE")]
    pub baseline: Option<String>,
}
