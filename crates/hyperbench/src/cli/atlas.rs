//! `hyperbench atlas`

use std::path::PathBuf;

use clap::Args;

use super::FormatArgs;
use crate::exit;
use analysis::compare::threshold;

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench atlas                              which operations stepped, as it was recorded\n  \
         hyperbench atlas mine --measure               measure what is missing in mine/, then show it\n  \
         hyperbench atlas mine --measure --plan p.toml\n  \
         hyperbench atlas mine --explain=3             by which functions the greatest steps came\n  \
         hyperbench atlas --mine kernel=bzImage,modules=lib/modules --against 7.3 --bench in\n  \
         hyperbench atlas mine --site pages            pages for a browser, without a network\n  \
         hyperbench atlas --json | jq '.steps[0]'\n\n";
    examples.to_owned() + &exit::help()
}

/// What to look at, and what to do.
#[derive(Debug, Args)]
pub(crate) struct AtlasArgs {
    /// The folder with results of many builds, one file each [default: what was recorded with this tool]
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,

    /// Measure what the plan has and the folder has not; what is there is kept, so it can be interrupted
    #[arg(long, requires = "folder", group = "measured")]
    pub measure: bool,

    /// Measure a build of your own, and show its steps alone: kernel=FILE,modules=DIR, and other keys of the
    /// lab's platforms; label= names it [default: mine]
    ///
    /// It is measured on the platforms of the atlas, or of the plan. Its results come into FOLDER, where later it
    /// stands in the line, or else to your other runs.
    #[arg(long, value_name = "KEYS", group = "measured", conflicts_with_all = ["explain", "site"])]
    pub mine: Option<String>,

    /// With --mine: the build to compare it with, such as 7.3 or 6.12.43+deb12 [default: the newest of its
    /// series, or else the newest one before]
    #[arg(long, value_name = "VERSION", requires = "mine")]
    pub against: Option<String>,

    /// The plan: a TOML file with platforms, kernels and benchmarks [default: the tool's own]
    #[arg(long, value_name = "FILE", requires = "measured")]
    pub plan: Option<PathBuf>,

    /// Profile both sides of the N greatest steps that have not been explained, and keep their functions
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, requires = "folder",
          default_missing_value = "5", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub explain: Option<u16>,

    /// Look only at benchmarks of this name, or pattern; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub bench: Vec<String>,

    /// The step that matters, such as 2%; smaller ones are not shown
    #[arg(long, value_name = "PERCENT", value_parser = threshold, default_value = "1%")]
    pub threshold: f64,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,

    /// Also write pages for a browser into this folder, which is made
    #[arg(long, value_name = "FOLDER")]
    pub site: Option<PathBuf>,
}
