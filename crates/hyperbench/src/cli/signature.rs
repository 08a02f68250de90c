//! `hyperbench predict signature`

use std::path::PathBuf;

use clap::Args;

use super::image::ArchArgs;
use crate::exit;

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench predict signature --platform lab-kvm-npt:kernel=my.deb -o my.json     measured now\n  \
         hyperbench run --platform 'lab-*' --suite full --events -o bare.json\n  \
         hyperbench predict signature bare.json -o lab.signature.json    measured before\n  \
         hyperbench predict signature vm.json --baseline metal.json      native figures of another run\n\n";
    examples.to_owned() + &exit::help()
}

/// What to make a signature of.
#[derive(Debug, Args)]
pub(crate) struct SignatureArgs {
    /// Results that `hyperbench run -o FILE` kept: of the bare guest, of the Linux guest, or both
    #[arg(value_name = "RESULTS", required_unless_present = "platforms")]
    pub results: Vec<PathBuf>,

    /// Measure now what workloads pay for, on this platform of the lab's and natively; may be repeated
    #[arg(long = "platform", value_name = "SPEC", conflicts_with_all = ["results", "baseline"])]
    pub platforms: Vec<String>,

    /// Whose guests
    #[command(flatten)]
    pub arch: ArchArgs,

    /// What counts as native: the label of a platform of RESULTS, or another results file,
    /// whose own baseline is taken [default: RESULTS' baseline]
    #[arg(long, value_name = "LABEL|FILE")]
    pub baseline: Option<String>,

    /// Keep the signature in this JSON file [default: print it]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
