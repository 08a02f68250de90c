//! `hyperbench show`

use analysis::view;
use clap::Args;
use clap::builder::PossibleValuesParser;

use super::ShownArgs;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench show                                       # the latest run\n  \
    hyperbench show @2 --all                              # all rows of the one before it\n  \
    hyperbench show today.json --details                  # intervals, boots, what disturbed\n  \
    hyperbench show monday.json tuesday.json --baseline monday.json\n  \
    hyperbench show today.json --baseline paper-host      # the paper's native figures\n  \
    hyperbench show today.json paper-kvm-ept paper-xen-hvm\n  \
    hyperbench show linux.json --view xen-kvm             # that study's table\n  \
    hyperbench show linux.json --view rates               # GB/s and GFLOPS";

/// What to show.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// Results: a file, a run that `hyperbench runs` lists, @ for the latest, @2 for the one before
    /// (default: @), or published figures: paper-host, paper-tcg,
    /// paper-kvm-ept, paper-kvm-shadow, paper-xen-hvm, study-native, study-xen, study-kvm
    #[arg(value_name = "FILE|RUN")]
    pub files: Vec<String>,

    /// What the table shows
    #[command(flatten)]
    pub shown: ShownArgs,

    /// What ratios refer to: a platform's label, FILE or `FILE:PLATFORM`, or published figures
    /// [default: the first file's own]
    #[arg(long, value_name = "LABEL|FILE")]
    pub baseline: Option<String>,

    /// A paper's table: its rows, with what it published as columns of other machines; or costs, what
    /// guests cost as a whole: the stages of their boot, their power-off, their memory; or rates:
    /// bandwidths, GFLOPS, transactions a second
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(views()))]
    pub view: Option<String>,
}

/// The views that are no paper's.
pub(crate) const COSTS: &str = "costs";
pub(crate) const RATES: &str = "rates";

fn views() -> Vec<&'static str> {
    view::NAMES.into_iter().chain([COSTS, RATES]).collect()
}
