//! `hyperbench predict`

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

use super::{FormatArgs, ProgramArgs, SignatureArgs, UsageArgs, signature, usage};
use crate::exit;
use prediction::{EVERY_MODEL, MODELS};

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench predict --workload gzip                  from what ships: no lab, no guest\n  \
         hyperbench predict -- gzip -9 FILE                  a program of yours, counted in the lab\n  \
         hyperbench predict … --on lab-kvm-shadow            one platform alone\n  \
         hyperbench predict … --rank                         which platform is the fastest?\n  \
         hyperbench predict … --levers                       which operation to make cheaper?\n  \
         hyperbench predict … --set cpuid=1200               what if it cost that much?\n  \
         hyperbench predict … --beside noisy.json            what will neighbours do to it?\n  \
         hyperbench predict … --page what-if.html            a page with sliders\n  \
         hyperbench predict … --signature mine.json          costs of platforms of your own\n  \
         hyperbench predict … --measured linux.json          hold it against what was measured\n\n";
    let models = MODELS.iter().map(|model| format!("  {:<12}{}\n", model.name, model.formula));
    let models: String = models.collect();
    format!("{examples}Models (T the time, N the native one):\n{models}\n{}", exit::help())
}

/// What a prediction is made of.
#[derive(Debug, Subcommand)]
pub(crate) enum PredictPart {
    /// Make a platform's signature: what operations cost there above native
    #[command(after_help = signature::help())]
    Signature(SignatureArgs),
    /// Make a workload's usage: how often it does what costs something in a guest
    #[command(after_help = usage::help())]
    Usage(UsageArgs),
}

/// What to predict.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct PredictArgs {
    /// A part that predictions are made of, to be made first
    #[command(subcommand)]
    pub part: Option<PredictPart>,

    /// What operations cost: a file of `hyperbench predict signature`; may be repeated [default: what
    /// ships, the lab's]
    #[arg(long = "signature", value_name = "FILE")]
    pub signatures: Vec<PathBuf>,

    /// What workloads do: a file of `hyperbench predict usage`, or one of your own; may be repeated
    #[arg(long = "usage", value_name = "FILE")]
    pub usages: Vec<PathBuf>,

    /// Predict these workloads: of the files, of those that ship, or added by `hyperbench workload` [default:
    /// all that are in the files, else all that you have added]
    #[arg(long = "workload", value_name = "NAMES", value_delimiter = ',')]
    pub workloads: Vec<String>,

    /// Predict only for this platform; may be repeated
    #[arg(long = "on", value_name = "PLATFORM")]
    pub platforms: Vec<String>,

    /// Hold the predictions against these results, and learn the models' own errors from them; may
    /// be repeated
    #[arg(long, value_name = "RESULTS")]
    pub measured: Vec<PathBuf>,

    /// Predict also for platforms beside neighbours: results of `hyperbench run --beside`, with an
    /// operation that spins; may be repeated
    #[arg(long, value_name = "RESULTS")]
    pub beside: Vec<PathBuf>,

    /// The model; may be repeated [default: the one that knows most of those that need nothing
    /// measured on the platform]
    #[arg(long = "model", value_name = "NAME", value_parser = models())]
    pub models: Vec<String>,

    /// Take this for what an operation or event costs on every platform; may be repeated
    #[arg(long = "set", value_name = "NAME=COST", value_parser = cost)]
    pub costs: Vec<(String, f64)>,

    /// Say which platform is the fastest for each workload, and how sure that is
    #[arg(long, conflicts_with = "levers")]
    pub rank: bool,

    /// Say which operation's cost matters most for the workloads together
    #[arg(long)]
    pub levers: bool,

    /// Write a page: predicted against measured, what overheads are made of, and sliders for what
    /// operations cost
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rank", "levers", "format", "json"])]
    pub page: Option<PathBuf>,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,

    /// What the lab counts
    #[command(flatten, next_help_heading = "A program of yours, counted in the lab")]
    pub program: ProgramArgs,
}

fn models() -> PossibleValuesParser {
    MODELS.iter().map(|model| model.name).chain([EVERY_MODEL]).collect::<Vec<_>>().into()
}

/// Reads a name and a cost.
fn cost(text: &str) -> Result<(String, f64), String> {
    let known = text.split_once('=').and_then(|(name, cost)| {
        let cost = cost.parse::<f64>().ok().filter(|cost| (0.0..=1e18).contains(cost))?;
        Some((name.to_owned(), cost))
    });
    known.ok_or_else(|| "write a name and a cost of at least 0, such as cpuid=1200".to_owned())
}
