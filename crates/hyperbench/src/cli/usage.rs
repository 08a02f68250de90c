//! `hyperbench predict usage`

use std::path::PathBuf;

use clap::Args;

use crate::exit;
use results::Unit;

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench run --guest linux --platform lab-native --bench 'group:workload' --events -o native.json\n  \
         hyperbench predict usage native.json -o usage.json\n  \
         perf kvm stat report | tee report.txt\n  \
         hyperbench import report.txt --workload web --native 2.4e9 -o web.json\n\n";
    examples.to_owned() + &exit::help()
}

/// What to make a usage of.
#[derive(Debug, Args)]
pub(crate) struct UsageArgs {
    /// Results in which a native platform counted what its guests do: `hyperbench run --events`
    #[arg(value_name = "RESULTS", required_unless_present = "foreign")]
    pub results: Option<PathBuf>,

    /// The platform whose counts are used [default: RESULTS' baseline]
    #[arg(long, value_name = "LABEL", requires = "results")]
    pub platform: Option<String>,

    /// Benchmarks to take, by name; may be repeated [default: those of the category workload]
    #[arg(long = "bench", value_name = "NAME", requires = "results")]
    pub benches: Vec<String>,

    /// Exits that another program counted: what `perf kvm stat report` prints, the file hist of the
    /// trace event `kvm_exit`, or lines `name: count` of KVM's statistics
    #[arg(long, value_name = "FILE", hide = true, conflicts_with = "results", requires_all = ["name", "native"])]
    pub foreign: Option<PathBuf>,

    /// What to call the workload whose exits they are
    #[arg(long, hide = true, requires = "foreign")]
    pub name: Option<String>,

    /// What that workload takes natively
    #[arg(long, value_name = "NUMBER", value_parser = positive, hide = true, requires = "foreign")]
    pub native: Option<f64>,

    /// The number is of executed instructions, not of cycles
    #[arg(long, hide = true, requires = "foreign")]
    pub instructions: bool,

    /// Results of workloads on another machine without a hypervisor, for platforms whose costs are held against
    /// it; may be repeated
    #[arg(long, value_name = "RESULTS", requires = "results")]
    pub elsewhere: Vec<PathBuf>,

    /// Keep the usage in this JSON file [default: print it]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl UsageArgs {
    /// What the native time of a foreign workload counts.
    pub(crate) fn unit(&self) -> Unit {
        if self.instructions { Unit::Instructions } else { Unit::Cycles }
    }
}

/// Reads a number above zero.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (1e-9..=1e18).contains(number));
    number.ok_or_else(|| "it is no number above 0, such as 2.4e9".to_owned())
}
