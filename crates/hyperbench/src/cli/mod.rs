//! The command line: what can be asked for, and nothing of how it is done.

mod atlas;
mod bisect_step;
mod choice;
mod compare;
mod completions;
mod doctor;
mod explain;
mod export;
mod fact;
mod fleet;
mod format;
mod groups;
mod guest;
mod image;
mod import;
mod info;
mod ingest;
mod judge;
mod lab;
mod list;
mod man;
mod medium;
mod merge;
mod model;
mod monitor;
mod percent;
mod platform;
mod predict;
mod profile;
mod program;
mod report;
mod run;
mod runs;
mod serial;
mod show;
mod shown;
mod signature;
mod size;
mod trend;
mod usage;
mod workload;

use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::{Parser, Subcommand};

use crate::exit;

pub(crate) use atlas::AtlasArgs;
pub(crate) use bisect_step::BisectStepArgs;
pub(crate) use compare::CompareArgs;
pub(crate) use completions::CompletionsArgs;
pub(crate) use doctor::DoctorArgs;
pub(crate) use explain::ExplainArgs;
pub(crate) use export::ExportArgs;
pub(crate) use fleet::FleetArgs;
pub(crate) use format::FormatArgs;
pub(crate) use guest::{CostsArgs, GuestAction, GuestArgs};
pub(crate) use import::ImportArgs;
pub(crate) use info::InfoArgs;
pub(crate) use ingest::{IngestArgs, stem};
pub(crate) use judge::JudgeArgs;
pub(crate) use lab::{LabAction, LabArgs};
pub(crate) use list::{ListArgs, ListSubject};
pub(crate) use man::ManArgs;
pub(crate) use medium::{MediumArgs, MediumFormat};
pub(crate) use merge::MergeArgs;
pub(crate) use model::ModelArgs;
pub(crate) use monitor::MonitorArgs;
pub(crate) use platform::{PlatformAction, PlatformArgs};
pub(crate) use predict::{PredictArgs, PredictPart};
pub(crate) use profile::{ProfileArgs, ProfileFormat};
pub(crate) use program::ProgramArgs;
pub(crate) use report::{ReportArgs, ReportFormat};
pub(crate) use run::RunArgs;
pub(crate) use runs::{RunsAction, RunsArgs};
pub(crate) use serial::SerialArgs;
pub(crate) use show::{COSTS as COSTS_VIEW, RATES as RATES_VIEW, ShowArgs};
pub(crate) use shown::ShownArgs;
pub(crate) use signature::SignatureArgs;
pub(crate) use trend::TrendArgs;
pub(crate) use usage::UsageArgs;
pub(crate) use workload::{AddArgs, WorkloadAction, WorkloadArgs};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold());

/// Measures what virtualization costs, operation by operation.
///
/// A tiny kernel is booted by hypervisors and emulators; it times operations that tend to
/// leave the guest, and reports over its console.
#[derive(Debug, Parser)]
#[command(version = env!("HYPERBENCH_VERSION"), styles = STYLES, after_long_help = exit::help(),
          help_template = groups::template::<Command>())]
pub(crate) struct Cli {
    /// What to do; without it the tool says what can be done here.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the tool can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run benchmarks, and print one table for all platforms
    #[command(after_help = run::EXAMPLES, after_long_help = run::help())]
    Run(Box<RunArgs>),
    /// Make results of consoles' logs, and of what other suites print
    #[command(after_help = import::EXAMPLES, alias = "ingest")]
    Import(ImportArgs),
    /// Measure a machine at the other end of a serial line
    #[command(after_help = serial::EXAMPLES)]
    Serial(SerialArgs),
    /// List benchmarks, or the platforms of this machine
    #[command(after_help = list::EXAMPLES)]
    List(ListArgs),
    /// Try the description of a monitor of your own
    #[command(after_help = platform::EXAMPLES)]
    Platform(PlatformArgs),
    /// Explain a benchmark: what is timed, who answers it, what it costs
    #[command(after_help = explain::EXAMPLES)]
    Explain(ExplainArgs),
    /// Say what on this machine distorts measurements, and what helps
    #[command(after_help = doctor::help())]
    Doctor(DoctorArgs),
    /// Say which hypervisors and mitigations are here, or in results
    #[command(after_help = info::EXAMPLES)]
    Info(InfoArgs),
    /// Fill the paper's cost model from a results file
    #[command(after_help = model::EXAMPLES)]
    Model(ModelArgs),
    /// Make a platform's signature: what operations cost there above native
    #[command(after_help = signature::help(), hide = true)]
    Signature(SignatureArgs),
    /// Make a workload's usage: how often it does what costs something in a guest
    #[command(after_help = usage::help(), hide = true)]
    Usage(UsageArgs),
    /// Add a program of your own, to be counted, predicted and measured
    #[command(after_help = workload::help())]
    Workload(WorkloadArgs),
    /// Predict what workloads cost on platforms
    #[command(after_help = predict::help())]
    Predict(Box<PredictArgs>),
    /// Say which functions of a hypervisor an operation executes
    #[command(after_help = profile::EXAMPLES)]
    Profile(ProfileArgs),
    /// Make one page of results, or a single figure
    #[command(after_help = report::help())]
    Report(ReportArgs),
    /// Show results again, or several side by side
    #[command(after_help = show::EXAMPLES)]
    Show(ShowArgs),
    /// List, name and remove the runs that are kept
    #[command(after_help = runs::EXAMPLES)]
    Runs(RunsArgs),
    /// Compare two results: what is faster, slower, the same, undecided
    #[command(after_help = compare::help())]
    Compare(CompareArgs),
    /// Measure and judge one commit for `git bisect run`
    #[command(after_help = bisect_step::help())]
    BisectStep(Box<BisectStepArgs>),
    /// Say which of many hosts are outliers, and how they differ
    #[command(after_help = fleet::help())]
    Fleet(FleetArgs),
    /// Say when which cost changed, over many days or commits
    #[command(after_help = trend::help())]
    Trend(TrendArgs),
    /// Say which release of Linux made which operation dearer
    #[command(after_help = atlas::help())]
    Atlas(AtlasArgs),
    /// Put the parts of a divided run together
    #[command(after_help = merge::help())]
    Merge(MergeArgs),
    /// Export results for spreadsheets, statistics, papers and CI
    #[command(after_help = export::EXAMPLES)]
    Export(ExportArgs),
    /// Write an image that boots by itself: a CD, a disk, a kernel
    #[command(after_help = medium::EXAMPLES)]
    Image(MediumArgs),
    /// Print the JSON Schema of results files
    Schema,
    /// Prepare the Linux guest, which measures system calls and programs
    #[command(after_help = guest::EXAMPLES)]
    Guest(GuestArgs),
    /// Prepare the lab, which counts hypervisors' instructions
    #[command(after_help = lab::EXAMPLES)]
    Lab(LabArgs),
    /// Print what a shell needs to complete command lines
    #[command(after_help = completions::EXAMPLES)]
    Completions(CompletionsArgs),
    /// Run one guest on KVM, as the lab's monitor
    #[command(hide = true)]
    Monitor(MonitorArgs),
    /// Write the manual pages
    #[command(hide = true)]
    Man(ManArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }

    #[test]
    fn every_command_with_something_to_choose_shows_how_it_is_used() {
        let cli = super::Cli::command();
        let chosen = |command: &&clap::Command| {
            !command.is_hide_set()
                && (command.has_subcommands() || command.get_arguments().next().is_some())
        };
        for command in cli.get_subcommands().filter(chosen) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let example = format!("hyperbench {} ", command.get_name());
            assert!(help.contains(&example), "{}: {help}", command.get_name());
        }
    }
}
