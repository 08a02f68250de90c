//! Everything that can keep a command from doing what it was asked, as one sentence with
//! the next step to take.

use std::fmt::Write;
use std::path::PathBuf;

use miette::Diagnostic;
use thiserror::Error;

use crate::exit::Exit;
use images::{ImageError, SelectionError};
use monitors::PlatformError;
use prediction::{FileError, ForeignError};
use results::compare::{GateError, SideError};
use results::merge::MergeError;
use results::{ReadError, Shard, StoreError};

/// A command line that cannot be carried out.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum UsageError {
    #[error("two platforms are both called {label:?}")]
    #[diagnostic(help("tell them apart with label=NAME, as in {label}:label=second"))]
    SameLabel { label: String },

    #[error("the baseline {name:?} is none of the platforms of this run ({known})")]
    #[diagnostic(help("name one of them with --baseline, or leave it out to use the first"))]
    NoSuchBaseline { name: String, known: String },

    #[error("{file} cannot be read: {why}")]
    #[diagnostic(help(
        "name a file that is there and may be read; write what a pipe gives to one"
    ))]
    Unreadable { file: String, why: String },

    #[error("{file} is not what the kernel showed: {why}")]
    #[diagnostic(help("look at these lines again: l and 1, o and 0, b and 8, 5 and s"))]
    Misread { file: String, why: String },

    #[error("{file} has no figures of {suite}")]
    #[diagnostic(help(
        "give what vmexit, micro-bench, lmbench or perf bench have printed, and name whose it is; a \
         console of HyperBench's own kernel is for: hyperbench ingest {file}"
    ))]
    NothingToImport { file: String, suite: &'static str },

    #[error("{file} has times, and says not how many cycles these are")]
    #[diagnostic(help(
        "name results of the same machine, whose counter's rate is taken: --like FILE"
    ))]
    TimesWithoutRate { file: String },

    #[error("{file} says not at which rate the guest's counter runs")]
    #[diagnostic(help("name results of a run by the clock: hyperbench run --guest linux -o FILE"))]
    NoRate { file: String },

    #[error("there is no platform in {file}")]
    #[diagnostic(help("measure again, and keep the results: hyperbench run -o {file}"))]
    NoPlatforms { file: String },

    #[error("{name:?} cannot be the name of a workload")]
    #[diagnostic(help(
        "take up to 40 small and capital letters, digits, '.', '_' and '-', and begin with a letter or a digit"
    ))]
    NoName { name: String },

    #[error("{name:?} is the name of a benchmark that hyperbench has itself")]
    #[diagnostic(help("take another one, such as my-{name}"))]
    BuiltIn { name: String },

    #[error("there is a workload {name:?} already")]
    #[diagnostic(help(
        "take another name, replace it with --replace, or remove it: hyperbench workload remove {name}"
    ))]
    WorkloadExists { name: String },

    #[error("there is no workload {name:?} among those that you have added")]
    #[diagnostic(help("{next}"))]
    NoSuchWorkload { name: String, next: String },

    #[error("{file} has no workload {name:?}, and more than one")]
    #[diagnostic(help("call it as one of these: {known}"))]
    WhichWorkload { file: String, name: String, known: String },

    #[error("{file} has exits, and says not what the workload takes natively")]
    #[diagnostic(help(
        "say it: --native 2.4e9 in cycles, or with --instructions in executed instructions"
    ))]
    NoNative { file: String },

    #[error("{why}")]
    #[diagnostic(help("{next}"))]
    NotPacked { why: String, next: String },

    #[error("a program of yours runs alone in its guest, and these are asked for: {names}")]
    #[diagnostic(help("run them one after the other"))]
    NotAlone { names: String },

    #[error("there are no workloads: none has been added, and no file is named")]
    #[diagnostic(help(
        "name a file with --usage, or add one: hyperbench workload add NAME -- COMMAND"
    ))]
    NothingAdded,

    #[error("there is no place for workloads: neither XDG_DATA_HOME nor HOME is set")]
    #[diagnostic(help("set XDG_DATA_HOME to a folder of yours"))]
    NoPlace,

    #[error("the image cannot be made: {why}")]
    #[diagnostic(help("shorten --options and --suite; with --kernel, build that kernel again"))]
    NoImage { why: String },

    #[error("writing the report to {path} would destroy the results in it")]
    #[diagnostic(help("name another file with -o"))]
    OutputIsInput { path: String },

    #[error("nothing in {} has a cost both on a platform and natively", files.join(", "))]
    #[diagnostic(help(
        "measure a native platform in the same run, or name its results with --baseline"
    ))]
    NothingAboveNative { files: Vec<String> },

    #[error("no workload on {label:?} in {file} has counts of what its guest does")]
    #[diagnostic(help(
        "count them: hyperbench run --guest linux --platform lab-native --bench 'group:workload' \
         --events -o {file}"
    ))]
    NothingCounted { file: String, label: String },

    #[error("{file} does not say what neighbours do to a platform of the signatures")]
    #[diagnostic(help(
        "measure it: hyperbench run --platform PLATFORM --beside SPEC --bench spin --bench … -o {file}"
    ))]
    NothingBeside { file: String },

    #[error("the signatures have no operation or event {name:?}")]
    #[diagnostic(help("there are the events {known}, and operations by their names"))]
    NoSuchOperation { name: String, known: String },

    #[error("there is no {what} {name:?} in the files")]
    #[diagnostic(help("there are: {known}"))]
    NotPredicted { what: &'static str, name: String, known: String },

    #[error("the results have no figure {name:?}")]
    #[diagnostic(help("there are: {known}"))]
    NoSuchFigure { name: String, known: String },

    #[error("a page holds all figures, not only {name:?}")]
    #[diagnostic(help("leave --figure out, or ask for --format svg"))]
    FigureOfPage { name: String },

    #[error("no platform can run here: {why}")]
    #[diagnostic(help("{next}"))]
    NothingAvailable { why: String, next: String },

    #[error("{label:?} and {name:?} do not count the same: cycles against instructions")]
    #[diagnostic(help("measure both with, or both without --deterministic"))]
    DifferentUnits { label: String, name: String },

    #[error("--threshold, --fail-on and --rules judge a comparison, and nothing is compared")]
    #[diagnostic(help("name the two variants with --ab, or use `hyperbench compare A B`"))]
    NothingCompared,

    #[error("there is no profile in {path}: {why}")]
    #[diagnostic(help("make one: hyperbench profile PLATFORM BENCH --format json -o {path}"))]
    NoProfile { path: String, why: String },

    #[error("there are no results in {paths}")]
    #[diagnostic(help(
        "name files that `hyperbench run -o FILE` has written, or a folder of them"
    ))]
    NoResults { paths: String },

    #[error("part {shard} has no benchmark: only {count} are chosen")]
    #[diagnostic(help("divide the run into at most {count} parts"))]
    EmptyShard { shard: Shard, count: usize },

    #[error("one platform is to be judged, and the command line names {count}")]
    #[diagnostic(help("name it with --platform; without, that of the good results is taken"))]
    NotOnePlatform { count: usize },

    #[error("raw batches are exported as csv or jsonl only")]
    #[diagnostic(help("add --format csv or --format jsonl, or leave out --samples"))]
    SamplesAsTable,

    #[error("nothing can run beside a guest as {spec:?}: {why}")]
    #[diagnostic(help(
        "write it as in --beside 'qemu-tcg:workload=cpuid,n=2'; in the lab it is the platform that is \
         measured, lab-kvm-npt:workload=cpuid"
    ))]
    NotBeside { spec: String, why: String },

    #[error("guests of {label} do not run together on this machine")]
    #[diagnostic(help(
        "ask for --guests on platforms whose guests are processes here, such as qemu-tcg"
    ))]
    NotTogether { label: String },

    #[error("the platform {label:?} does not count instructions: no two runs of it are alike")]
    #[diagnostic(help(
        "leave --verify out, or add --deterministic where the platform can do that"
    ))]
    NotVerifiable { label: String },

    #[error("the platform {label:?} cannot be profiled: it does not know every instruction")]
    #[diagnostic(help("use one of the lab: hyperbench list platforms"))]
    NotProfiled { label: String },

    #[error("one benchmark is profiled at a time, and the pattern names {count}")]
    #[diagnostic(help("name one of: hyperbench list"))]
    NotOneBenchmark { count: usize },

    #[error("the platform {label:?} cannot run deterministically")]
    #[diagnostic(help("leave --deterministic out, or use one of: {able}"))]
    NotDeterministic { label: String, able: String },

    #[error("the platform {label:?} does not run guests of the kind {kind}")]
    #[diagnostic(help("choose another kind with --guest, or one of these platforms: {able}"))]
    NotRun { label: String, kind: String, able: String },

    #[error("{option} is for the bare guest: a process on Linux does not own a machine")]
    #[diagnostic(help("leave {option} out, or use --guest bare"))]
    NotForLinux { option: &'static str },

    #[error("the platform {label:?} cannot be timed by {channel}")]
    #[diagnostic(help("use --timing internal, or one of these platforms: {able}"))]
    NotTimed { label: String, channel: String, able: String },
}

/// Whatever ended a command before its time.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum Failure {
    /// The command line is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Usage(#[from] UsageError),
    /// The patterns of benchmarks are wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Selection(#[from] SelectionError),
    /// The kernel image is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Image(#[from] ImageError),
    /// A platform is unknown or unavailable.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Platform(#[from] PlatformError),
    /// A results file cannot be used.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Results(#[from] ReadError),
    /// A signature or a usage cannot be used.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Prediction(#[from] FileError),
    /// Counts of another program cannot be used.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Foreign(#[from] ForeignError),
    /// There is nothing of that name to compare.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Side(#[from] SideError),
    /// Parts of a run do not go together.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Merge(#[from] MergeError),
    /// The rules of a comparison are wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Gate(#[from] GateError),
    /// A file cannot be written.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Store(#[from] StoreError),
    /// A program of the user's did not run as it has to.
    #[error("{name:?} is not counted: {why}{said}")]
    #[diagnostic(help("{next}"))]
    NotCounted {
        /// The workload.
        name: String,
        /// Why.
        why: String,
        /// What it said last, on a line of its own, or nothing.
        said: String,
        /// What to do.
        next: String,
        /// How the command ends.
        exit: Exit,
    },
    /// The manual pages cannot be written.
    #[error("cannot write the manual pages to {}: {source}", folder.display())]
    #[diagnostic(help("name a folder that you may write to"))]
    Manual { folder: PathBuf, source: std::io::Error },
    /// The user does not want to wait for it.
    #[error("interrupted")]
    Interrupted,
    /// The standard output cannot be written.
    #[error("cannot write to the standard output: {0}")]
    #[diagnostic(help("check where it is redirected to"))]
    Stdout(#[from] std::io::Error),
}

impl Failure {
    /// The exit code that belongs to it.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(UsageError::NothingAvailable { .. })
            | Self::Image(ImageError::Unstorable(_)) => Exit::Platform,
            Self::Merge(MergeError::Different { .. }) => Exit::NotComparable,
            Self::Usage(_)
            | Self::Selection(_)
            | Self::Image(_)
            | Self::Results(_)
            | Self::Prediction(_)
            | Self::Foreign(_)
            | Self::Side(_)
            | Self::Gate(_)
            | Self::Merge(_) => Exit::Usage,
            Self::Platform(error) => error.into(),
            Self::NotCounted { exit, .. } => *exit,
            Self::Interrupted => Exit::Interrupted,
            Self::Store(_) | Self::Manual { .. } | Self::Stdout(_) => Exit::Output,
        }
    }
}

/// The error as people see it: what is wrong, what caused it, what to do about it.
pub(crate) fn render(error: &dyn Diagnostic) -> String {
    let mut text = format!("error: {error}");
    if let Some(help) = error.help() {
        let _ = write!(text, "\n  next: {help}");
    }
    text
}
