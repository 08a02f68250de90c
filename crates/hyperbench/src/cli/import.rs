//! `hyperbench import`

use std::path::PathBuf;

use clap::Args;

use super::IngestArgs;
use super::image::ImageArgs;
use super::usage::positive;
use analysis::imported::Suite;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench import console.txt -o board.json            our kernel's console, all of its boots\n  \
    hyperbench import aws.txt gcp.txt --label aws --label gcp\n  \
    hyperbench import --screen typed.txt -o desk.json      what our kernel showed on a screen\n  \
    hyperbench import logs/vmexit.log -o kut.json          kvm-unit-tests, lmbench or perf bench\n  \
    hyperbench import results/host.0 --like today.json -o lmbench.json\n  \
    hyperbench import report.txt --workload web --native 2.4e9 -o web.json     perf kvm stat's exits";

/// What to read.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The text, and what to make of it
    #[command(flatten)]
    pub text: IngestArgs,

    /// Turn times of other suites into ticks of the counter that the results in FILE are in, so that both
    /// can stand side by side
    #[arg(long, value_name = "FILE")]
    pub like: Option<PathBuf>,

    /// The text has exits that another program counted, of the workload called NAME: what `perf kvm stat
    /// report` prints, the file hist of the trace event `kvm_exit`, or lines `name: count` of KVM's
    /// statistics. They become a usage, for `hyperbench predict --usage`
    #[arg(long, value_name = "NAME", requires = "native")]
    pub workload: Option<String>,

    /// What that workload takes natively, in cycles, or with --instructions in instructions
    #[arg(long, value_name = "NUMBER", value_parser = positive, requires = "workload")]
    pub native: Option<f64>,

    /// Whose catalogue has the names of other suites' figures
    #[command(flatten)]
    pub image: ImageArgs,
}

impl ImportArgs {
    /// The suite that the first word names, as was needed once, and the files.
    pub(crate) fn files(&self) -> (Option<Suite>, &[String]) {
        let named = |name: &String| Suite::ALL.into_iter().find(|suite| suite.name() == name);
        match &self.text.logs[..] {
            [first, files @ ..] if !files.is_empty() && named(first).is_some() => {
                (named(first), files)
            }
            files => (None, files),
        }
    }
}
