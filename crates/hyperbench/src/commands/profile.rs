//! `hyperbench profile`: where the instructions of one operation are executed.

use std::io::Write;
use std::time::Duration;

use crate::cli::{ProfileArgs, ProfileFormat};
use crate::exit::Exit;
use ground::{GuestKind, Trouble};
use images::{KernelImage, Selection};
use lab::{Batch, Symbols};
use measuring::{Iterations, Plan, Request, Session, Target, Watcher, middle};
use results::{PlatformRun, Profile, Store};
use system::interrupt::Interrupt;
use system::output::{stdout, tell};

/// Batches of a profile: an uneven number, so that the median is one of them.
const BATCHES: u32 = 3;

/// Time for all batches, in guest milliseconds: a fifth of a run's for a fifth of its batches, so
/// that as many operations make a batch.
const BUDGET_MS: u32 = 80;

/// Limits that no operation of the lab comes near to.
const TIMEOUT_MS: u32 = 60_000;
const TIME_BUDGET: Duration = Duration::from_secs(900);

/// Profiles what was asked for and prints it.
pub(super) fn profile(args: &ProfileArgs) -> Result<Exit, Trouble> {
    let image = image(args)?;
    let iterations = args.iterations.map_or(Iterations::Auto, Iterations::Fixed);
    let of = Profiled { image: &image, bench: &args.bench, memory: args.memory, batches: BATCHES };
    let profile = of.measure(&args.platform, iterations)?;
    let text = match &args.diff {
        Some(other) => {
            // As many operations, or what is there once a batch would differ.
            let other = of.measure(other, Iterations::Fixed(profile.n))?;
            match args.format {
                ProfileFormat::Json => reports::profile::json(&profile.changes(&other))?,
                _ => reports::profile::changes(&profile, &other),
            }
        }
        None => match args.format {
            _ if args.path => reports::profile::path(&profile, args.at_least),
            ProfileFormat::Table => reports::profile::table(&profile),
            ProfileFormat::Folded => reports::profile::folded(&profile),
            ProfileFormat::Svg => reports::profile::flame_graph(&profile),
            ProfileFormat::Json => reports::profile::json(&profile)?,
        },
    };
    match &args.output {
        Some(path) => Store::new(path)?.write_text(&text)?,
        None => stdout().write_all(text.as_bytes())?,
    }
    Ok(Exit::Success)
}

/// The image of the first kind of guests that has such a benchmark, or the bare one.
fn image(args: &ProfileArgs) -> Result<KernelImage, Trouble> {
    let selection = Selection::new(std::slice::from_ref(&args.bench), |_| true)?;
    for kind in [GuestKind::Bare, GuestKind::Linux] {
        let image = args.image.image(kind)?;
        if selection.check(&image.benchmarks).is_ok() {
            return Ok(image);
        }
    }
    args.image.image(GuestKind::Bare)
}

/// What is profiled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Profiled<'a> {
    /// The image that has the benchmark.
    pub(super) image: &'a KernelImage,
    /// Its name.
    pub(super) bench: &'a str,
    /// Bytes of the guest's memory.
    pub(super) memory: u64,
    /// Batches, an uneven number, of which the median one is taken apart.
    pub(super) batches: u32,
}

impl Profiled<'_> {
    /// Runs the benchmark on the platform of the specification `text` and takes its trace apart.
    pub(super) fn measure(self, text: &str, iterations: Iterations) -> Result<Profile, Trouble> {
        let Self { image, bench, memory, batches } = self;
        let folder = tempfile::tempdir()?;
        let request = Request {
            targets: vec![Target::Text(text.to_owned())],
            benches: vec![bench.to_owned()],
            iterations,
            batches: Some(batches),
            boots: Some(1),
            budget_ms: Some(BUDGET_MS),
            timeout_ms: Some(TIMEOUT_MS),
            time_budget: Some(TIME_BUDGET),
            cpus: 1,
            memory,
            trace: Some(folder.path().to_owned()),
            ..Request::new(super::tool(), image.clone())
        };
        let plan = Plan::new(&request)?;
        let [job] = &plan.jobs[..] else { return Err(not_one("platform", plan.jobs.len())) };
        let [benchmark] = &job.benchmarks[..] else {
            return Err(not_one("benchmark", job.benchmarks.len()));
        };
        let spec = &job.spec;
        let interrupt = Interrupt::catch()?;
        let mut listener = Listener::default();
        let mut session = Session::new(job);
        session.round(&interrupt, &mut listener);
        let (batch, n) = batch(session.run(), &benchmark.name)?;
        let console = String::from_utf8_lossy(&listener.0);
        let symbols = Symbols::new(image.built(), &console, folder.path());
        if !symbols.missing().is_empty() {
            let what = symbols.missing().join("; ");
            tell(format_args!(
                "{}: some names are missing, their addresses are shown: {what}",
                spec.label()
            ));
        }
        let mut profile = lab::profile(folder.path(), &symbols, batch, n)?;
        if let Some(left) = &mut profile.left
            && let Some(instruction) = image.instruction(left.address)
        {
            left.instruction = instruction.text;
        }
        Ok(Profile {
            platform: spec.label().to_owned(),
            benchmark: benchmark.name.clone(),
            ..profile
        })
    }
}

fn not_one(what: &str, count: usize) -> Trouble {
    Trouble::usage(
        format!("one {what} is profiled at a time, and the pattern names {count}"),
        format!("name one of: hyperbench list {what}s"),
    )
}

/// The batch of `run` whose cost is the median, and the operations in it.
fn batch(run: &PlatformRun, benchmark: &str) -> Result<(Batch, u64), Trouble> {
    let measured = run.boots.last().and_then(|boot| boot.benchmarks.last());
    let found = measured.and_then(|measured| {
        let n = measured.plan.as_ref()?.n;
        let sample = *middle(&measured.samples).first()?;
        let run = (sample.run_mark?, sample.run);
        Some((Batch { run, control: (sample.control_mark?, sample.control) }, n))
    });
    found.ok_or_else(|| {
        let reason = measured.map(|measured| measured.reason.clone()).unwrap_or_default();
        let reason =
            if reason.is_empty() { run.failure.clone().unwrap_or_default() } else { reason };
        Trouble::unavailable(
            format!("{benchmark} was not measured on {}: {reason}", run.label),
            format!("see what a run says: hyperbench run --platform {}", run.spec),
        )
    })
}

/// Keeps what the console says, the symbols among it.
#[derive(Default)]
struct Listener(Vec<u8>);

/// More than all symbols of a Linux.
const MOST: usize = 64 << 20;

impl Watcher for Listener {
    fn console(&mut self, bytes: &[u8]) {
        if self.0.len() + bytes.len() <= MOST {
            self.0.extend(bytes);
        }
    }

    fn waits(&mut self, what: &str) {
        tell(what);
    }
}
