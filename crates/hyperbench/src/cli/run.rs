//! `hyperbench run`

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, FromArgMatches};

use super::image::{ImageArgs, KindArgs};
use super::{AddArgs, FormatArgs, JudgeArgs, fact, percent, size};
use crate::exit;
use crate::session::{Boots, Iterations, KernelOptions};
use crate::suite::{Limits, Suite};
use ground::{GuestKind, Trouble};
use monitors::pinning::{self, Pinning};
use results::Shard;
use results::channels::Channel;

/// Where two variants are compared and nothing is decided before: boots of each however long they
/// take, and at most.
const AB_BOOTS: u32 = 20;
const AB_MOST: u32 = 120;

/// Beyond [`AB_BOOTS`], none of a variant begins that would end later than this.
const AB_TIME: Duration = Duration::from_secs(100);

/// The most boots that a precision is worth.
const PRECISE_BOOTS: u32 = 200;

/// What guests measure, in milliseconds, whose costs as a whole are wanted: their memory is looked at
/// meanwhile.
const COSTS_MS: u32 = 500;

/// How long a benchmark may take that takes minutes at best, in milliseconds, and a platform with all
/// its boots, in seconds: compiling a kernel takes an emulator an hour.
const LONG_MS: u32 = 3 * 3_600_000;
const LONG_BUDGET_S: u64 = 12 * 3600;

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench run                                        on all platforms that work here\n  \
         hyperbench run --suite paper -o today.json            thoroughly, and kept\n  \
         hyperbench run --platform qemu-kvm --bench 'ipi*' --latency    percentiles of one operation\n  \
         hyperbench run --ab qemu-kvm qemu-kvm:binary=./qemu   what does a patched QEMU change?\n  \
         hyperbench run --platform qemu-kvm --beside qemu-kvm:workload=cpuid    beside a noisy neighbour\n  \
         hyperbench run --json | jq '.platforms[].benchmarks[] | {name, value}'\n\n";
    examples.to_owned() + &exit::help()
}

/// What to run, on what, and how.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line are independent")]
pub(crate) struct RunArgs {
    /// Platform to run on, NAME[:key=value,…]; may be repeated [default: all available]
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
    #[arg(long, value_name = "SPEC", conflicts_with_all = [
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
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Run the benchmarks in the reversed order, which must not matter
    #[arg(long)]
    reversed: bool,

    /// What to measure, and how thoroughly
    #[arg(long, value_enum, default_value_t)]
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
    #[arg(long)]
    pub scaling: bool,

    /// Operations in a batch: auto (calibrated), long (as many as there is time for), paper (Table 1's)
    /// or a number
    #[arg(long, default_value = "auto")]
    pub iterations: Iterations,

    /// Boot until every figure is known to this many per cent, or the time is over
    ///
    /// A figure is known when its 95 % interval reaches no farther than this to either side. The
    /// suite's fewest boots are made in any case, and at most 200.
    #[arg(long, value_name = "PERCENT", value_parser = percent::ppm, conflicts_with = "boots")]
    precision: Option<u32>,

    /// Take this many batches of each benchmark in a boot [default: the suite's]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
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
    #[arg(long, requires = "latency")]
    pub histogram: bool,

    /// Boot each platform exactly this often, taking turns [default: as the suite's time allows]
    ///
    /// What lies where in memory, and what neighbours do, shifts all figures of a boot together.
    /// Intervals tell how far boots lie apart, so more boots make them narrower.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    boots: Option<u32>,

    /// Wall time allowed for each platform, in seconds [default: the suite's]
    ///
    /// It covers everything on that platform: all boots, measuring, and starting again after
    /// a benchmark that hung. When it is over, the guest is ended; the benchmark that ran
    /// gets the status timeout, and those not yet begun are skipped.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    time_budget: Option<u64>,

    /// Memory that hot-access walks over, such as 4M [default: the kernel's]
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    working_set: Option<u64>,

    /// Page size of the memory benchmarks [default: the kernel's]
    #[arg(long, value_name = "SIZE", value_parser = PossibleValuesParser::new(["4k", "2m"]))]
    page_size: Option<String>,

    /// Virtual CPUs
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub cpus: u32,

    /// Guest memory, such as 128M
    #[arg(long, value_name = "SIZE", default_value = "128M", value_parser = size::memory)]
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
    #[arg(long, value_enum, default_value_t, value_name = "CHANNEL")]
    pub timing: Channel,

    /// The host's CPUs to run on: auto, none, or numbers such as 0,2,4-7
    ///
    /// Each virtual CPU and the thread that waits for marks get a CPU of their own, in this
    /// order: virtual CPU 0, that thread, the other virtual CPUs.
    #[arg(long, value_name = "CPUS", default_value = "auto", value_parser = pinning::asked_for)]
    pub pin: Pinning,

    /// Run every platform twice and compare bit for bit; a difference is an error
    ///
    /// Only for platforms that count instructions: those of the lab, and emulators with
    /// --deterministic.
    #[arg(long)]
    pub verify: bool,

    /// Label of the platform that ratios refer to [default: the native one, else the first]
    #[arg(long, value_name = "LABEL")]
    pub baseline: Option<String>,

    /// Something to keep of this machine in the results, such as rack=7; may be repeated
    ///
    /// `hyperbench fleet` says whether odd hosts have it in common.
    #[arg(long = "fact", value_name = "NAME=VALUE", value_parser = fact::parse)]
    pub facts: Vec<(String, String)>,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,

    /// Keep the results with every raw sample in this JSON file, written after each
    /// benchmark
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Keep the raw console of all guests in this file, to be replayed
    #[arg(long, value_name = "FILE")]
    pub keep_log: Option<PathBuf>,

    /// Guest milliseconds after which a benchmark is ended that does not return, in place of the suite's
    #[arg(skip)]
    timeout_ms: Option<u32>,

    /// What is wanted are the costs of guests as a whole, also of so many together.
    #[arg(skip)]
    pub costs: Option<CostsOf>,

    /// Which guest
    #[command(flatten)]
    pub guest: KindArgs,

    /// What to boot
    #[command(flatten)]
    pub image: ImageArgs,
}

/// The guests whose costs as a whole are wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CostsOf {
    /// Boots of each platform that does not bring the same figures every time.
    pub boots: u32,
    /// Guests that run together besides, where any do.
    pub together: Option<u32>,
}

/// As `run` without options.
impl Default for RunArgs {
    fn default() -> Self {
        let command = Self::augment_args(Command::new("run"));
        let matches = command.get_matches_from(["run"]);
        Self::from_arg_matches(&matches).expect("every option has a default")
    }
}

impl RunArgs {
    /// The limits on a platform, whose figures may be the same in every run.
    fn limits(&self, exact: bool) -> Limits {
        if !self.beside.is_empty() {
            return Suite::limits_beside_others(exact);
        }
        match exact {
            true => self.suite.limits_of_exact_platforms(),
            false if self.deterministic || self.latency.is_some() => {
                self.suite.limits_of_one_boot()
            }
            false => self.suite.limits(),
        }
    }

    /// The kernel's options: the suite's, where no other is asked for.
    pub(crate) fn kernel_options(&self, exact: bool) -> KernelOptions {
        let (limits, is_shared) = (self.limits(exact), !self.beside.is_empty());
        KernelOptions {
            iterations: match self.iterations {
                Iterations::Auto if is_shared || self.costs.is_some() && !exact => Iterations::Long,
                asked => asked,
            },
            batches: self.batches.unwrap_or(limits.batches),
            // It would have the moments sought out in which the neighbours leave room.
            reference: !exact && !self.deterministic && !is_shared && self.costs.is_none(),
            quiet: None,
            latency: self.latency,
            budget_ms: self.costs.filter(|_| !exact).map_or(limits.budget_ms, |_| COSTS_MS),
            timeout_ms: self.timeout_ms.unwrap_or(limits.timeout_ms),
            working_set: self.working_set,
            count: self.events,
            danger: false,
            reversed: self.reversed,
            page_size: self.page_size.clone(),
            timing: self.timing,
            idle_windows: None,
        }
    }

    /// The run that counts what the user's program called `name` does, natively.
    pub(crate) fn counting(args: &AddArgs) -> Self {
        let mut run = Self::default();
        run.platforms.push(lab::NATIVE.to_owned());
        run.benches.push(args.name.clone());
        run.events = Some(1); // what counts batches counts all of them
        run.batches = Some(args.batches);
        run.guest.kind = Some(GuestKind::Linux);
        run.image = ImageArgs::carried(args.arch.clone());
        run.with_room_for(args.memory, args.timeout_ms())
    }

    /// The same with the memory and the time that a program of the user's takes.
    pub(crate) fn with_room_for(&self, memory: u64, timeout_ms: u32) -> Self {
        let memory = self.memory.max(memory);
        Self { memory, timeout_ms: Some(timeout_ms), ..self.clone() }
    }

    /// The same with the time that what takes minutes may take an emulator, and boots of it.
    pub(crate) fn with_hours(&self) -> Self {
        let timeout_ms = self.timeout_ms.or(Some(LONG_MS));
        Self { timeout_ms, time_budget: self.time_budget.or(Some(LONG_BUDGET_S)), ..self.clone() }
    }

    /// The precision to reach, in parts per million.
    pub(crate) fn precision_ppm(&self) -> Option<u32> {
        self.precision
    }

    /// Whole boots of each platform.
    pub(crate) fn boots(&self, exact: bool) -> Boots {
        if let Some(costs) = self.costs {
            return Boots::exactly(if exact || self.deterministic { 1 } else { costs.boots });
        }
        let usual = self.limits(exact).boots;
        match (self.boots, self.precision) {
            (Some(boots), _) => Boots::exactly(boots),
            (None, Some(ppm)) => Boots {
                least: usual.least,
                most: PRECISE_BOOTS,
                within: self.time_budget(exact),
                precision: Some(f64::from(ppm) / 1e6),
            },
            (None, None) => match self.until_decided(exact) {
                Some(most) => Boots { least: AB_BOOTS, most, within: AB_TIME, precision: None },
                None => usual,
            },
        }
    }

    /// Boots of each variant at most, where the comparison of two ends as soon as it is decided.
    pub(crate) fn until_decided(&self, exact: bool) -> Option<u32> {
        let is_counted = self.boots.is_some() || self.precision.is_some();
        (self.is_ab() && !exact && !self.deterministic && !is_counted).then_some(AB_MOST)
    }

    /// Wall time for each platform.
    pub(crate) fn time_budget(&self, exact: bool) -> Duration {
        let usual = self.limits(exact).time_budget;
        let usual = if self.is_ab() && !exact { usual * 2 } else { usual };
        self.time_budget.map_or(usual, Duration::from_secs)
    }

    /// The same with this wall time for each platform, in seconds.
    pub(crate) fn within(self, seconds: u64) -> Self {
        Self { time_budget: Some(seconds), ..self }
    }

    /// Takes the platform `spec` where none is asked for.
    ///
    /// # Errors
    /// When more than one is.
    pub(crate) fn take_platform(&mut self, spec: &str) -> Result<(), Trouble> {
        match self.specs().len() {
            0 => self.platforms.push(spec.to_owned()),
            1 => {}
            count => {
                return Err(Trouble::usage(
                    format!("one platform is to be judged, and the command line names {count}"),
                    "name it with --platform; without, that of the good results is taken",
                ));
            }
        }
        Ok(())
    }

    /// Whether two variants are to be compared.
    pub(crate) fn is_ab(&self) -> bool {
        !self.ab.is_empty()
    }

    /// The platforms asked for; variants that have no label are called A and B.
    pub(crate) fn specs(&self) -> Vec<String> {
        let labelled = |(spec, label): (&String, &str)| {
            let separator = if spec.contains(':') { ',' } else { ':' };
            let has_label = spec.contains(":label=") || spec.contains(",label=");
            if has_label { spec.clone() } else { format!("{spec}{separator}label={label}") }
        };
        match self.is_ab() {
            true => self.ab.iter().zip(["A", "B"]).map(labelled).collect(),
            false => self.platforms.clone(),
        }
    }
}
