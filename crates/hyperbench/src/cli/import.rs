//! `hyperbench import`

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::FormatArgs;
use super::image::ImageArgs;
use analysis::imported::Suite;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench import kvm-unit-tests logs/vmexit.log -o kut.json\n  \
    hyperbench import kvm-unit-tests micro-bench.log --arch NAME -o kut.json\n  \
    hyperbench import lmbench results/host.0 --like today.json -o lmbench.json\n  \
    hyperbench show today.json lmbench.json                both side by side";

/// What to read.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// Whose figures they are
    #[arg(value_name = "SUITE", value_parser = suites())]
    pub suite: Suite,

    /// What it has printed: kvm-unit-tests' vmexit or micro-bench, lmbench, or perf bench
    #[arg(value_name = "LOG")]
    pub log: PathBuf,

    /// Turn times into ticks of the counter that the results in FILE are in, so that both can stand
    /// side by side
    #[arg(long, value_name = "FILE")]
    pub like: Option<PathBuf>,

    /// Name of the column [default: the suite's]
    #[arg(long, value_name = "NAME")]
    pub label: Option<String>,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,

    /// Keep the figures in this JSON file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Whose catalogue has the names
    #[command(flatten)]
    pub image: ImageArgs,
}

/// Reads a suite by its name.
fn suites() -> impl TypedValueParser<Value = Suite> {
    let named = |name: String| Suite::ALL.into_iter().find(|suite| suite.name() == name);
    PossibleValuesParser::new(Suite::ALL.map(Suite::name))
        .map(move |name| named(name).expect("clap takes no other name"))
}
