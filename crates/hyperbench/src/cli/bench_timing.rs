//! `hyperbench bench-timing`: the project's benchmark of its own timing channels.

use clap::Args;

use super::image::ImageArgs;
use monitors::pinning::{self, Pinning};

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct BenchTimingArgs {
    /// Platform, NAME[:key=value,…]; may be repeated [default: all that can be timed]
    #[arg(long = "platform", value_name = "SPEC")]
    pub platforms: Vec<String>,

    /// Idle windows to open on each channel, and an eighth as many of each other kind
    #[arg(long, value_name = "N", default_value_t = 2000,
          value_parser = clap::value_parser!(u32).range(8..=100_000))]
    pub windows: u32,

    /// The host's CPUs to run on: auto, none, or numbers such as 0,2,4-7
    #[arg(long, value_name = "CPUS", default_value = "auto", value_parser = pinning::asked_for)]
    pub pin: Pinning,

    /// The kernel.
    #[command(flatten)]
    pub image: ImageArgs,
}
