//! What the tables of `run` and `show` show.

use clap::Args;

use reports::Counted;

/// What the table shows.
#[derive(Debug, Clone, Args)]
pub(crate) struct ShownArgs {
    /// What figures count [default: instructions where these were counted, else time where the rate of the
    /// guest's counter is known]
    #[arg(long, value_enum, value_name = "UNIT")]
    pub unit: Option<Counted>,

    /// Show every benchmark, and not the most telling ones alone
    #[arg(long)]
    pub all: bool,

    /// Show all that there is to a figure: its interval, how far boots lie apart, what disturbed it
    #[arg(long, conflicts_with_all = ["unit", "all"])]
    pub details: bool,
}
