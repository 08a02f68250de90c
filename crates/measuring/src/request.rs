//! What to measure, on what, and how thoroughly: a plain value that every command makes of its
//! arguments.

use std::path::PathBuf;
use std::time::Duration;

use crate::platforms;
use crate::session::Iterations;
use crate::suite::Suite;
use analysis::compare::{Gate, THRESHOLD};
use ground::{GuestKind, Trouble};
use images::KernelImage;
use monitors::pinning::Pinning;
use monitors::{Platform, Spec, Trace};
use results::channels::Channel;
use results::{Shard, Tool};

/// A request. Where something is left open, the suite says it.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "what may be asked for is independent")]
pub struct Request {
    /// The program that asks, as results name it.
    pub tool: Tool,
    /// What guests run.
    pub image: KernelImage,
    /// What this machine's own Linux runs besides, where no platform is named: what processes pay here.
    pub processes: Option<KernelImage>,
    /// An archive of more files for guests that boot a Linux; empty for none.
    pub files: Vec<u8>,
    /// What they run on; empty for every platform that is there.
    pub targets: Vec<Target>,
    /// Whether the targets are two variants, whose comparison decides when there are enough boots.
    pub variants: bool,
    /// The change between variants that matters, as a share.
    pub threshold: f64,
    /// The rules that the second variant has to keep.
    pub gate: Gate,
    /// Label of the platform that ratios refer to.
    pub baseline: Option<String>,
    /// Specifications of neighbours, beside each of which everything is measured as well.
    pub beside: Vec<String>,
    /// Patterns of the benchmarks; empty for the suite's.
    pub benches: Vec<String>,
    /// The part of them that is measured.
    pub shard: Option<Shard>,
    /// How thoroughly.
    pub suite: Suite,
    /// Whether the benchmarks run in the reversed order.
    pub reversed: bool,
    /// Operations of each benchmark whose events are counted.
    pub events: Option<u64>,
    /// Whether each benchmark also runs at a series of operation counts.
    pub scaling: bool,
    /// Operations in a batch.
    pub iterations: Iterations,
    /// Batches of each benchmark in a boot.
    pub batches: Option<u32>,
    /// Single operations to time in place of batches.
    pub latency: Option<u32>,
    /// Boots of each platform.
    pub boots: Option<u32>,
    /// The precision to reach, in parts per million.
    pub precision_ppm: Option<u32>,
    /// Guest milliseconds for one benchmark's batches.
    pub budget_ms: Option<u32>,
    /// Guest milliseconds after which a benchmark is ended that does not return.
    pub timeout_ms: Option<u32>,
    /// Wall time for each platform, with all its boots.
    pub time_budget: Option<Duration>,
    /// Bytes that hot-access walks over.
    pub working_set: Option<u64>,
    /// Page size of the memory benchmarks, as the kernel names it.
    pub page_size: Option<String>,
    /// Virtual CPUs.
    pub cpus: u32,
    /// Bytes of guest memory.
    pub memory: u64,
    /// Whether guest time is the number of executed instructions.
    pub deterministic: bool,
    /// Whose clock times the benchmarks.
    pub timing: Channel,
    /// The host's CPUs to run on.
    pub pinning: Pinning,
    /// Whether everything runs twice, and has to bring the same.
    pub verify: bool,
    /// The windows to follow instruction by instruction, where the platform can.
    pub trace: Option<Trace>,
    /// The costs of guests as a whole, where these are what is wanted.
    pub costs: Option<Costs>,
    /// What to keep of this machine in the results: names and values.
    pub facts: Vec<(String, String)>,
    /// The files that the results are kept in.
    pub outputs: Vec<PathBuf>,
    /// The file that the raw console of all guests is kept in.
    pub keep_log: Option<PathBuf>,
}

/// Guests whose costs as a whole are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Costs {
    /// Boots of each platform that does not bring the same figures every time.
    pub boots: u32,
    /// Guests that run together besides, where any do.
    pub together: Option<u32>,
}

/// What guests are to run on.
#[derive(Debug, Clone)]
pub enum Target {
    /// A specification as somebody wrote it; its name may be a pattern.
    Text(String),
    /// The platform of this name with these settings.
    Known(&'static str, Spec),
}

impl Request {
    /// What `tool` measures with `image` where nothing else is asked for.
    pub fn new(tool: Tool, image: KernelImage) -> Self {
        Self {
            tool,
            image,
            processes: None,
            files: Vec::new(),
            targets: Vec::new(),
            variants: false,
            threshold: THRESHOLD,
            gate: Gate::default(),
            baseline: None,
            beside: Vec::new(),
            benches: Vec::new(),
            shard: None,
            suite: Suite::default(),
            reversed: false,
            events: None,
            scaling: false,
            iterations: Iterations::Auto,
            batches: None,
            latency: None,
            boots: None,
            precision_ppm: None,
            budget_ms: None,
            timeout_ms: None,
            time_budget: None,
            working_set: None,
            page_size: None,
            cpus: 2,
            memory: 128 << 20,
            deterministic: false,
            timing: Channel::Internal,
            pinning: Pinning::Auto,
            verify: false,
            trace: None,
            costs: None,
            facts: Vec::new(),
            outputs: Vec::new(),
            keep_log: None,
        }
    }
}

impl Request {
    /// Whether a program of the user's runs, which may use any device that it is given.
    pub(crate) fn has_program(&self) -> bool {
        !self.files.is_empty()
    }

    /// What is to be measured of this machine's own processes besides; `None` for nothing.
    pub(crate) fn of_processes(&self) -> Option<Self> {
        let image = self.processes.clone()?;
        let targets = vec![Target::Text(platforms::HOST.to_owned())];
        Some(Self { image, targets, processes: None, baseline: None, ..self.clone() })
    }

    /// The image that guests of this `kind` run.
    pub(crate) fn image_of(&self, kind: GuestKind) -> &KernelImage {
        let besides = self.processes.as_ref().filter(|image| image.kind == kind);
        besides.unwrap_or(&self.image)
    }
}

impl Target {
    /// The platform called `name`, with `settings` of its keys.
    pub fn known(name: &'static str, settings: &[(&str, &str)]) -> Self {
        let item = |(key, value): &(&str, &str)| format!("{key}={}", value.replace(',', ",,"));
        let text = settings.iter().map(item).collect::<Vec<_>>().join(",");
        let spec = Spec::plain(&format!("{name}:{text}"));
        Self::Known(name, settings.iter().fold(spec, |spec, (key, value)| spec.with(key, value)))
    }

    /// The name of its platform, or the pattern.
    fn name(&self) -> &str {
        match self {
            Self::Text(text) => text.split(':').next().unwrap_or_default(),
            Self::Known(name, _) => name,
        }
    }

    /// The platforms that it stands for, with their settings; `existing` are those that a pattern
    /// means.
    ///
    /// # Errors
    /// When there is no such platform, or it has no such setting.
    pub(crate) fn resolve(
        &self,
        existing: &[&'static dyn Platform],
    ) -> Result<Vec<(&'static dyn Platform, Spec)>, Trouble> {
        let platforms = platforms::all();
        match self {
            Self::Text(text) => {
                let texts = Spec::expand(text, existing);
                texts.iter().map(|text| Spec::parse(text, &platforms)).collect()
            }
            Self::Known(name, spec) => {
                let (platform, _) = Spec::parse(name, &platforms)?;
                Ok(vec![(platform, spec.clone())])
            }
        }
    }
}

/// What `targets` run where nobody says it: what the first of them can that does not run the bare
/// guest, else that.
pub fn kind(targets: &[Target]) -> GuestKind {
    let platforms = platforms::all();
    let of = |target: &Target| {
        let platform = platforms.iter().find(|platform| platform.name() == target.name())?;
        (!platform.about().guests.contains(&GuestKind::Bare)).then_some(GuestKind::Linux)
    };
    targets.iter().find_map(of).unwrap_or_default()
}
