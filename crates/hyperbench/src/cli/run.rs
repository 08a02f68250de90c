//! `hyperbench run`

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::image::{ImageArgs, KindArgs};
use super::{FormatArgs, JudgeArgs, ShownArgs, choice, fact, percent, size};
use crate::exit;
use doctor::machine::Machine;
use ground::{GuestKind, Trouble};
use images::KernelImage;
use measuring::{Iterations, Request, Suite, Target};
use monitors::pinning::{self, Pinning};
use results::channels::Channel;
use results::{Shard, Tool};

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench run                                        on all platforms that work here\n  \
    hyperbench run --suite paper -o today.json            thoroughly, into a file\n  \
    hyperbench run --platform qemu-kvm --bench 'ipi*' --latency    percentiles of one operation\n  \
    hyperbench run --ab qemu-kvm qemu-kvm:binary=./qemu   what does a patched QEMU change?\n  \
    hyperbench run --platform qemu-kvm --beside qemu-kvm:workload=cpuid    beside a noisy neighbour\n  \
    hyperbench run --json | jq '.platforms[].benchmarks[] | {name, value}'\n\n\
    All options: hyperbench run --help";

/// The same, and what a script can learn.
pub(super) fn help() -> String {
    format!("{}\n\n{}", EXAMPLES.rsplit_once("\n\n").unwrap_or_default().0, exit::help())
}

/// What to run, on what, and how.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line are independent")]
pub(crate) struct RunArgs {
    /// Platform to run on, NAME[:key=value,…]; may be repeated [default: all available,
    /// and in a virtual machine also host, its own Linux]
    ///
    /// `hyperbench list platforms` shows the names and the keys of each. label=NAME names
    /// the column; a name may be a pattern such as 'lab-*'; a comma inside a value is written
    /// twice. A recorded console is replayed with replay:FILE.
    #[arg(long = "platform", value_name = "SPEC")]
    pub platforms: Vec<String>,

    /// Compare two variants of a platform: boots take turns, A B A B, and the run ends with what
    /// changed from A to B
    ///
    /// They are called A and B unless label= names them. The run ends as soon as every verdict is
    /// known: after 11 boots of each at the earliest, and 120 at the latest. What 120 boots would
    /// probably not decide ends it after 21. --boots makes their number fixed. Where instructions
    /// are counted, one boot says it all.
    #[arg(long, num_args = 2, value_names = ["SPEC_A", "SPEC_B"],
          conflicts_with_all = ["platforms", "baseline", "latency"])]
    ab: Vec<String>,

    /// Measure each platform also beside such a guest, which is kept busy; may be repeated
    ///
    /// A platform's specification with workload=BENCHMARK, such as qemu-tcg:workload=cpuid,n=2 for two
    /// guests that do nothing but exit. Boots alone and beside each neighbour take turns, and a table
    /// shows how many times its cost alone everything takes (η). label= names the neighbour, pin= its
    /// CPUs. On platforms of the lab with KVM it runs in the same machine, on the same processor.
    #[arg(hide_short_help = true, long, value_name = "SPEC", conflicts_with_all = [
        "ab", "latency", "deterministic", "scaling", "precision", "events", "baseline"])]
    pub beside: Vec<String>,

    /// How to judge the comparison
    #[command(flatten)]
    pub judge: JudgeArgs,

    /// Run the benchmarks whose names match, whatever the suite; may be repeated
    ///
    /// Patterns may hold *, ?, [a-z] and {a,b}; group:PATTERN is for categories. What is dangerous
    /// on a real machine runs there only when it is called by its full name. So do, in other suites
    /// than paper-sizes, what that suite is for: workloads in the papers' sizes, and those that need
    /// `guest build --with papers`; `--suite paper-sizes` also gives them the time that they take.
    #[arg(long = "bench", value_name = "GLOB")]
    pub benches: Vec<String>,

    /// Run only part I of N of the benchmarks chosen: every N-th, beginning with the I-th
    ///
    /// The N parts have no benchmark in common, and `hyperbench merge` puts their results together.
    #[arg(hide_short_help = true, long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Run the benchmarks in the reversed order, which must not matter
    #[arg(hide_short_help = true, long)]
    reversed: bool,

    /// What to measure, and how thoroughly
    #[arg(long, default_value = "quick", value_parser = choice::of(Suite::ALL, Suite::name, Suite::about))]
    pub suite: Suite,

    /// Also count the events (exits, emulated instructions) of N operations of each
    /// benchmark, where the platform can, and show them per operation [default N: 1000]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "1000",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub events: Option<u64>,

    /// Also run each benchmark at a series of operation counts and say how its cost grows
    /// with them: linear, affine (with a fixed cost) or not linear
    ///
    /// Takes up to as much wall time again as the run without it.
    #[arg(hide_short_help = true, long)]
    pub scaling: bool,

    /// Operations in a batch: auto (calibrated), long (as many as there is time for), paper (Table 1's)
    /// or a number
    #[arg(hide_short_help = true, long, default_value = "auto")]
    pub iterations: Iterations,

    /// Boot until every figure is known to this many per cent, or the time is over
    ///
    /// A figure is known when its 95 % interval reaches no farther than this to either side. The
    /// suite's fewest boots are made in any case, and at most 200.
    #[arg(hide_short_help = true, long, value_name = "PERCENT", value_parser = percent::ppm, conflicts_with = "boots")]
    precision: Option<u32>,

    /// Take this many batches of each benchmark in a boot [default: the suite's]
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub batches: Option<u32>,

    /// Time single operations, N of each benchmark, and show percentiles [default N: 10000]
    ///
    /// Timer ticks, interrupts and preemption show up in the high percentiles: that is what
    /// they are for. The cost of timing nothing is subtracted.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "10000", conflicts_with_all = ["batches", "precision", "iterations", "timing"],
          value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    latency: Option<u32>,

    /// Also show the latencies as bars, one a power of two
    #[arg(hide_short_help = true, long, requires = "latency")]
    pub histogram: bool,

    /// Boot each platform exactly this often, taking turns [default: as the suite's time allows]
    ///
    /// What lies where in memory, and what neighbours do, shifts all figures of a boot together.
    /// Intervals tell how far boots lie apart, so more boots make them narrower.
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    boots: Option<u32>,

    /// Wall time allowed for each platform, in seconds [default: the suite's]
    ///
    /// It covers everything on that platform: all boots, measuring, and starting again after
    /// a benchmark that hung. When it is over, the guest is ended; the benchmark that ran
    /// gets the status timeout, and those not yet begun are skipped.
    #[arg(hide_short_help = true, long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    time_budget: Option<u64>,

    /// Memory that hot-access walks over, such as 4M [default: the kernel's]
    #[arg(hide_short_help = true, long, value_name = "SIZE", value_parser = size::parse)]
    working_set: Option<u64>,

    /// Page size of the memory benchmarks [default: the kernel's]
    #[arg(hide_short_help = true, long, value_name = "SIZE", value_parser = PossibleValuesParser::new(["4k", "2m"]))]
    page_size: Option<String>,

    /// Virtual CPUs
    #[arg(hide_short_help = true, long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub cpus: u32,

    /// Guest memory, such as 128M
    #[arg(hide_short_help = true, long, value_name = "SIZE", default_value = "128M", value_parser = size::memory)]
    pub memory: u64,

    /// Make guest time the number of executed instructions, the same in every run
    ///
    /// Only for platforms that emulate the processor. Figures are instructions then.
    #[arg(long, conflicts_with = "timing")]
    pub deterministic: bool,

    /// Whose clock times the benchmarks
    ///
    /// The guest's own counter; or the host's, read when the guest's mark arrives over its
    /// UART or in a mailbox in its memory that the host polls.
    #[arg(hide_short_help = true, long, default_value = "internal", value_name = "CHANNEL",
          value_parser = choice::of(Channel::ALL, Channel::name, Channel::about))]
    pub timing: Channel,

    /// The host's CPUs to run on: auto, none, or numbers such as 0,2,4-7
    ///
    /// Each virtual CPU and the thread that waits for marks get a CPU of their own, in this
    /// order: virtual CPU 0, that thread, the other virtual CPUs.
    #[arg(hide_short_help = true, long, value_name = "CPUS", default_value = "auto", value_parser = pinning::asked_for)]
    pub pin: Pinning,

    /// Run every platform twice and compare bit for bit; a difference is an error
    ///
    /// Only for platforms that count instructions: those of the lab, and emulators with
    /// --deterministic.
    #[arg(hide_short_help = true, long)]
    pub verify: bool,

    /// Label of the platform that ratios refer to [default: the native one, else the first]
    #[arg(hide_short_help = true, long, value_name = "LABEL")]
    pub baseline: Option<String>,

    /// Something to keep of this machine in the results, such as rack=7; may be repeated
    ///
    /// `hyperbench fleet` says whether outliers have it in common.
    #[arg(hide_short_help = true, long = "fact", value_name = "NAME=VALUE", value_parser = fact::parse)]
    pub facts: Vec<(String, String)>,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,

    /// What the table shows
    #[command(flatten)]
    pub shown: ShownArgs,

    /// Keep the results with every raw sample also in this JSON file, written after each
    /// benchmark
    ///
    /// Without it they are kept under a name of their own: `hyperbench runs` lists them.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Replace the file that -o names, if there is one
    #[arg(long, requires = "output")]
    pub force: bool,

    /// Keep the raw console of all guests in this file, to be replayed
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    pub keep_log: Option<PathBuf>,

    /// Which guest
    #[command(flatten)]
    pub guest: KindArgs,

    /// What to boot
    #[command(flatten)]
    pub image: ImageArgs,
}

impl RunArgs {
    /// What is asked for, of `tool`.
    ///
    /// # Errors
    /// When there is no such kernel.
    pub(crate) fn request(&self, tool: Tool) -> Result<Request, Trouble> {
        let targets = self.targets();
        let kind = self.guest.kind.unwrap_or_else(|| measuring::kind(&targets));
        let processes = match self.leaves_all_open() && Machine::here().is_virtual() {
            true => Some(self.image.image(GuestKind::Linux)?).filter(|image| self.is_for(image)),
            false => None,
        };
        Ok(Request {
            targets,
            variants: self.is_ab(),
            threshold: self.judge.threshold(),
            gate: self.judge.gate()?,
            baseline: self.baseline.clone(),
            beside: self.beside.clone(),
            benches: self.benches.clone(),
            shard: self.shard,
            suite: self.suite,
            reversed: self.reversed,
            events: self.events,
            scaling: self.scaling,
            iterations: self.iterations,
            batches: self.batches,
            latency: self.latency,
            boots: self.boots,
            precision_ppm: self.precision,
            time_budget: self.time_budget.map(Duration::from_secs),
            working_set: self.working_set,
            page_size: self.page_size.clone(),
            cpus: self.cpus,
            memory: self.memory,
            deterministic: self.deterministic,
            timing: self.timing,
            pinning: self.pin.clone(),
            verify: self.verify,
            facts: self.facts.clone(),
            outputs: self.output.iter().cloned().collect(),
            keep_log: self.keep_log.clone(),
            processes,
            ..Request::new(tool, self.image.image(kind)?)
        })
    }

    /// Whether the command line leaves open what runs and on what, and asks for nothing that is not to be
    /// had of a process as well.
    fn leaves_all_open(&self) -> bool {
        let names_some = !self.platforms.is_empty() || !self.benches.is_empty() || self.is_ab();
        let is_for_guests =
            self.guest.kind.is_some() || !self.image.is_own() || self.shard.is_some();
        let is_more = self.events.is_some() || self.latency.is_some() || self.scaling;
        let is_exact = self.deterministic || self.verify || self.timing != Channel::Internal;
        let is_else = !self.beside.is_empty() || self.baseline.is_some() || self.keep_log.is_some();
        !(names_some || is_for_guests || is_more || is_exact || is_else)
    }

    /// Whether the suite has anything of `image`.
    fn is_for(&self, image: &KernelImage) -> bool {
        image.benchmarks.iter().any(self.suite.holds())
    }

    /// Whether two variants are to be compared.
    pub(crate) fn is_ab(&self) -> bool {
        !self.ab.is_empty()
    }

    /// The platforms asked for; variants that have no label are called A and B.
    fn targets(&self) -> Vec<Target> {
        let labelled = |(spec, label): (&String, &str)| {
            let separator = if spec.contains(':') { ',' } else { ':' };
            let has_label = spec.contains(":label=") || spec.contains(",label=");
            if has_label { spec.clone() } else { format!("{spec}{separator}label={label}") }
        };
        let texts: Vec<String> = match self.is_ab() {
            true => self.ab.iter().zip(["A", "B"]).map(labelled).collect(),
            false => self.platforms.clone(),
        };
        texts.into_iter().map(Target::Text).collect()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use crate::cli::{Cli, Command};

    /// Whether a run with these options leaves open what is measured.
    fn leaves_all_open(options: &str) -> bool {
        let words = ["hyperbench", "run"].into_iter().chain(options.split_whitespace());
        match Cli::try_parse_from(words).expect("it is a command line").command {
            Some(Command::Run(args)) => args.leaves_all_open(),
            other => panic!("no run: {other:?}"),
        }
    }

    #[test]
    fn only_who_asks_for_nothing_else_gets_what_processes_pay() {
        for options in ["", "--suite full", "--boots 3 -o x.json --json", "--fact rack=7"] {
            assert!(leaves_all_open(options), "{options}");
        }
        for options in [
            "--platform kvm",
            "--bench in",
            "--guest bare",
            "--kernel x",
            "--events",
            "--latency",
            "--scaling",
            "--shard 1/2",
            "--verify",
            "--deterministic",
            "--timing uart",
            "--baseline kvm",
            "--keep-log x",
            "--ab kvm qemu-kvm",
            "--beside kvm:workload=cpuid",
        ] {
            assert!(!leaves_all_open(options), "{options}");
        }
    }
}
