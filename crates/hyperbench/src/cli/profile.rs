//! `hyperbench profile`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::image::ImageArgs;
use super::size;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench profile lab-kvm-npt in                      the functions of one IN\n  \
    hyperbench profile lab-kvm-npt in --format svg -o in.svg\n  \
    hyperbench profile lab-kvm-npt in --path               one exit, from function to function\n  \
    hyperbench profile lab-kvm-shadow tcc --exits          why and where a compiler leaves its guest\n  \
    hyperbench profile lab-kvm-npt idle-second             what serves a Linux that idles\n  \
    hyperbench profile lab-kvm-npt hypercall --diff lab-kvm-npt:modules=after";

/// What to profile.
#[derive(Debug, Args)]
pub(crate) struct ProfileArgs {
    /// A platform of the lab, NAME[:key=value,…]
    #[arg(value_name = "PLATFORM")]
    pub platform: String,

    /// The benchmark's name: of the bare guest, or else of Linux
    #[arg(value_name = "BENCH")]
    pub bench: String,

    /// What to print
    #[arg(long, value_enum, default_value_t)]
    pub format: ProfileFormat,

    /// Profile this platform as well, and print what changes towards it, function by function
    #[arg(long, value_name = "PLATFORM", conflicts_with = "path")]
    pub diff: Option<String>,

    /// Print the way of one exit through the functions instead of their sums
    #[arg(long, conflicts_with = "format")]
    pub path: bool,

    /// Print why and from where the guest is left, and for how many instructions, instead of functions
    #[arg(long, conflicts_with_all = ["path", "diff"])]
    pub exits: bool,

    /// With --path: tell functions of fewer instructions with what has called them
    #[arg(long, value_name = "N", default_value_t = 4, requires = "path")]
    pub at_least: u64,

    /// Print to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Operations in a batch [default: as in a run; with --diff the same on both platforms]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: Option<u64>,

    /// Guest memory, such as 128M
    #[arg(long, value_name = "SIZE", default_value = "128M", value_parser = size::memory)]
    pub memory: u64,

    /// The kernel.
    #[command(flatten)]
    pub image: ImageArgs,
}

/// How a profile is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ProfileFormat {
    /// For people
    #[default]
    Table,
    /// Stacks for other tools, a line each: functions apart by semicolons, and instructions
    Folded,
    /// A flame graph; with --exits histograms and box plots
    Svg,
    /// For programs
    Json,
}
