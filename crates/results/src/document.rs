//! The results file's outline.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::boot::{Boot, one};
use super::finding::Finding;
use super::host::{HostActivity, HostEnvironment};
use super::quantity::Quantity;
use super::series::Series;
use super::shard::Shard;
use super::speed::Speed;
use super::status::{Status, Unit};
use super::summary::Summary;
use crate::{Beside, ImageBuild, InnerBuild, LinuxBuild, Together};
use ground::GuestKind;

/// Version of the document's structure; raised when a reader of the old one would fail.
pub const SCHEMA_VERSION: u32 = 1;

/// All that a run produced.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Document {
    /// [`SCHEMA_VERSION`] at the time of writing.
    pub schema_version: u32,
    /// The program that wrote it.
    pub tool: Tool,
    /// When the run began, in RFC 3339.
    pub started: String,
    /// When this document was written, in RFC 3339.
    pub written: String,
    /// Whether the run is over; a run that was killed leaves `false`.
    pub complete: bool,
    /// The machine that the run took place on.
    pub host: HostEnvironment,
    /// What that machine was busy with meanwhile.
    #[serde(default)]
    pub activity: HostActivity,
    /// What the doctor found there, the worst first.
    #[serde(default)]
    pub findings: Vec<Finding>,
    /// What was asked for.
    pub settings: Settings,
    /// Label of the platform that ratios refer to.
    pub baseline: String,
    /// The platforms in the order in which they took turns.
    pub platforms: Vec<PlatformRun>,
    /// What came of the rules for a comparison of two variants; absent where there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
}

/// What came of the rules for a comparison.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Judgement {
    /// Label of the platform that is judged.
    pub of: String,
    /// Label of the one that it is compared with.
    pub against: String,
    /// What broke a rule; nothing where it passed.
    pub violations: Vec<Violation>,
}

/// A benchmark that broke a rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// The benchmark.
    pub benchmark: String,
    /// How its cost changed, as a share.
    pub change: f64,
    /// The rule, as it was written.
    pub rule: String,
}

impl Document {
    /// The rules that the benchmark `name` broke on the platform called `label`.
    pub fn violations(&self, label: &str, name: &str) -> impl Iterator<Item = &Violation> {
        let judged = self.judgement.iter().filter(move |judgement| judgement.of == label);
        let all = judged.flat_map(|judgement| &judgement.violations);
        all.filter(move |violation| violation.benchmark == name)
    }
}

/// The program that wrote a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The command line.
    pub command: Vec<String>,
}

/// What a run was asked to do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Settings {
    /// Name of the suite.
    pub suite: String,
    /// The kernel's options, without those that a platform adds.
    pub kernel_options: String,
    /// Half-width of the intervals to be reached, in parts per million of the figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision_ppm: Option<u32>,
    /// Virtual CPUs.
    pub cpus: u32,
    /// Guest memory in bytes.
    pub memory: u64,
    /// Operations of each benchmark whose events were to be counted; absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<u64>,
    /// Whether guest time was to be the number of instructions.
    pub deterministic: bool,
    /// Whole boots of each platform. The first files had one and did not say so.
    #[serde(default = "one")]
    pub boots: u32,
    /// Boots of each variant at most, where the run was to end as soon as its comparison was
    /// decided; absent where their number did not depend on what they brought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_decided: Option<u32>,
    /// Wall time allowed for each platform, in seconds.
    pub time_budget_s: u64,
    /// The part of the benchmarks chosen that was to be run; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// What one platform brought.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlatformRun {
    /// Its name in this run.
    pub label: String,
    /// Which of several results put side by side it comes from, counted from 0; no file has it.
    #[serde(skip)]
    pub source: usize,
    /// The platform's kind.
    pub platform: String,
    /// The specification that it was asked for with.
    pub spec: String,
    /// The program that ran its guests, with its version.
    pub version: String,
    /// What a reader of the figures has to know of it; may be empty.
    pub caveat: String,
    /// The build of Linux that its hypervisor is, or is a part of; absent for the platform's own, and in the
    /// first files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linux: Option<LinuxBuild>,
    /// The programs of named releases that took the place of its own; none in the first files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inner: Vec<InnerBuild>,
    /// What its guests are; absent for the benchmark kernel, as in the first files.
    #[serde(default, skip_serializing_if = "GuestKind::is_bare")]
    pub guest: GuestKind,
    /// The build of it; absent where other programs have booted one, and in the first files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<ImageBuild>,
    /// The guests that ran beside its own; absent where none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Beside>,
    /// What its figures count.
    pub unit: Unit,
    /// Why its guests could not be started or did not boot; absent when they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Why not all boots that were asked for are complete; absent when they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incomplete: Option<String>,
    /// The result of every benchmark that was asked for and has ended.
    pub benchmarks: Vec<Summary>,
    /// How fast the machine was; absent where no reference was timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<Speed>,
    /// How cost grows with the number of operations, where that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scaling: Vec<Series>,
    /// What guests that run together take of the host's memory, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub together: Option<Together>,
    /// Every boot with its raw samples.
    pub boots: Vec<Boot>,
}

/// What a guest calls QEMU's emulator.
const EMULATOR: &str = "tcg";

/// How the caveat of a platform begins that emulates the processor.
const EMULATED: &str = "emulated";

/// Guests' clocks whose rates differ by less count as equal: guests measure them.
pub const CLOCK_TOLERANCE: f64 = 0.01;

impl PlatformRun {
    /// The result of the benchmark called `name`.
    pub fn find(&self, name: &str) -> Option<&Summary> {
        self.benchmarks.iter().find(|summary| summary.name == name)
    }

    /// Sums up what its boots brought of the benchmark called `name`; `None` of none.
    pub fn sum_up(&self, name: &str) -> Option<Summary> {
        let parts =
            self.boots.iter().flat_map(|boot| boot.benchmarks.iter().map(move |m| (boot, m)));
        let parts: Vec<_> = parts.filter(|(_, measured)| measured.name == name).collect();
        Summary::over_boots(&parts, self.speed.map(|speed| speed.floor), self.unit)
    }

    /// What a reader of its figures has to know: what the platform says of itself, and that the guest has
    /// found an emulator where the platform does not say so. Recordings, serial lines and monitors that a
    /// file describes do not know what is at their other end.
    pub fn caveats(&self) -> impl Iterator<Item = &str> {
        let found =
            |boot: &Boot| boot.guest.hypervisor.as_ref().is_some_and(|it| it.name == EMULATOR);
        let is_found = self.boots.iter().any(found) && !self.caveat.starts_with(EMULATED);
        let found = is_found
            .then_some("emulated, as the guest has found: figures are QEMU's, not a processor's");
        [Some(self.caveat.as_str()).filter(|said| !said.is_empty()), found].into_iter().flatten()
    }

    /// Whether its guests ran on an emulator: its figures are not a processor's.
    pub fn is_emulated(&self) -> bool {
        self.caveats().any(|said| said.starts_with(EMULATED))
    }

    /// Whether it and `other` are both emulators, or neither: only then does a ratio of the two say what a
    /// hypervisor costs.
    pub fn is_like(&self, other: &Self) -> bool {
        self.is_emulated() == other.is_emulated()
    }

    /// Cycles a second of its guests' counter; `None` where that is not known, and where figures count
    /// instructions.
    pub fn hz(&self) -> Option<u64> {
        let rate = self.boots.iter().find_map(|boot| boot.guest.timer.as_ref()?.hz);
        rate.filter(|hz| *hz > 0 && self.unit == Unit::Cycles)
    }

    /// Whether its figures and those of `other` count the same: a cycle of one clock is not one of another.
    /// Within one run the machine is the same, and a guest on a busy one has only measured its rate badly.
    pub fn counts_as(&self, other: &Self) -> bool {
        let is_apart =
            |(a, b): (u64, u64)| a.abs_diff(b) as f64 / a.max(b) as f64 > CLOCK_TOLERANCE;
        let is_another =
            self.source != other.source && self.hz().zip(other.hz()).is_some_and(is_apart);
        self.unit == other.unit && !is_another
    }

    /// How many benchmarks ended as `status`.
    pub fn count(&self, status: Status) -> usize {
        self.benchmarks.iter().filter(|summary| summary.status == status).count()
    }
}

impl Document {
    /// Everything but the platforms.
    #[must_use]
    pub fn about(&self) -> Self {
        Self {
            platforms: Vec::new(),
            judgement: None,
            tool: self.tool.clone(),
            started: self.started.clone(),
            written: self.written.clone(),
            host: self.host.clone(),
            activity: self.activity.clone(),
            findings: self.findings.clone(),
            settings: self.settings.clone(),
            baseline: self.baseline.clone(),
            ..*self
        }
    }

    /// Seconds from its beginning to its last writing; `None` where either is no point in time.
    pub fn seconds(&self) -> Option<u64> {
        system::time::between(&self.started, &self.written)
    }

    /// The platform that ratios refer to.
    pub fn baseline(&self) -> Option<&PlatformRun> {
        self.platform(&self.baseline)
    }

    /// The platform called `label`.
    pub fn platform(&self, label: &str) -> Option<&PlatformRun> {
        self.platforms.iter().find(|run| run.label == label)
    }

    /// The same, to be changed.
    pub fn platform_mut(&mut self, label: &str) -> Option<&mut PlatformRun> {
        self.platforms.iter_mut().find(|run| run.label == label)
    }

    /// Adds what another run of the same platforms brought of other benchmarks.
    pub fn join(&mut self, other: Self) {
        self.written = other.written;
        for run in other.platforms {
            let Some(known) = self.platform_mut(&run.label) else {
                self.platforms.push(run);
                continue;
            };
            known.benchmarks.extend(run.benchmarks);
            known.boots.extend(run.boots);
            known.failure = known.failure.take().or(run.failure);
            known.incomplete = known.incomplete.take().or(run.incomplete);
        }
    }

    /// The platforms' labels, separated by commas.
    pub fn labels(&self) -> String {
        let labels: Vec<&str> = self.platforms.iter().map(|run| run.label.as_str()).collect();
        labels.join(", ")
    }

    /// The same for each kind of guests alone, in the order in which they took turns: what they run has
    /// nothing in common.
    pub fn by_guest(&self) -> Vec<Self> {
        let mut kinds: Vec<GuestKind> = Vec::new();
        for run in &self.platforms {
            if !kinds.contains(&run.guest) {
                kinds.push(run.guest);
            }
        }
        let alone = |kind: GuestKind| {
            let platforms =
                self.platforms.iter().filter(|run| run.guest == kind).cloned().collect();
            Self { platforms, ..self.clone() }
        };
        kinds.into_iter().map(alone).collect()
    }

    /// How many times the baseline's cost `summary` of `run` is; `None` without a positive
    /// baseline, where the two do not count the same ([`PlatformRun::counts_as`]), and where their guests
    /// are of different kinds.
    pub fn ratio(&self, run: &PlatformRun, summary: &Summary) -> Option<Quantity> {
        let is_same = |it: &&PlatformRun| it.counts_as(run) && it.guest == run.guest;
        let baseline = self.baseline().filter(is_same)?;
        Quantity::ratio(summary, baseline.find(&summary.name)?)
    }
}

#[cfg(test)]
#[path = "document_tests.rs"]
mod tests;
