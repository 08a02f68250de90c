//! `hyperbench trend`

use std::path::PathBuf;

use clap::Args;

use super::FormatArgs;
use crate::exit;
use analysis::compare::threshold;

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench trend nightly/                              when did which cost step, and what changed then?\n  \
         hyperbench trend nightly/ --last 100 --threshold 2%\n  \
         hyperbench trend $(git log --reverse --format=%h.json) --as-given    by commit\n  \
         hyperbench trend nightly/ --page trend.html            a page with charts of all of it\n  \
         hyperbench trend nightly/ --fail-on-change=7 || echo 'something changed within a week'\n\n";
    examples.to_owned() + &exit::help()
}

/// What to look at, and how.
#[derive(Debug, Args)]
pub(crate) struct TrendArgs {
    /// Results that `hyperbench run -o FILE` kept, or folders: all files in them that end in .json
    #[arg(value_name = "DIR|FILE", required = true)]
    pub paths: Vec<PathBuf>,

    /// Take the results in the order given, not by the time at which they were measured
    #[arg(long)]
    pub as_given: bool,

    /// Look at this many results at the end of each series
    #[arg(long, value_name = "N", default_value_t = 500,
          value_parser = clap::value_parser!(u16).range(6..=500))]
    pub last: u16,

    /// The step that matters, such as 2%; smaller ones are none
    #[arg(long, value_name = "PERCENT", value_parser = threshold, default_value = "5%")]
    pub threshold: f64,

    /// Fail where a cost has stepped, up or down, within the last N results [default N: all]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "500", value_parser = clap::value_parser!(u16).range(1..=500))]
    pub fail_on_change: Option<u16>,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,

    /// Also write a page with charts, for a browser
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
}
