//! `hyperbench profile`: where the instructions of one operation are executed.

use std::io::Write;
use std::time::Duration;

use super::traced;
use crate::cli::{ProfileArgs, ProfileFormat};
use crate::exit::Exit;
use ground::{GuestKind, Trouble};
use images::{KernelImage, Selection};
use measuring::{Iterations, Plan, Request, Target, middle};
use monitors::Trace;
use reports::figures::{self, Theme};
use results::{Measured, Profile, Store};
use system::output::stdout;

/// Batches of a profile: an uneven number, so that the median is one of them.
const BATCHES: u32 = 3;

/// Time for all batches, in guest milliseconds: a fifth of a run's for a fifth of its batches, so
/// that as many operations make a batch.
const BUDGET_MS: u32 = 80;

/// Limits that no operation of the lab comes near to.
const TIMEOUT_MS: u32 = 60_000;
const TIME_BUDGET: Duration = Duration::from_secs(900);

/// Pixels of a figure's width.
const WIDTH: f64 = 720.0;

/// Profiles what was asked for and prints it.
pub(super) fn profile(args: &ProfileArgs) -> Result<Exit, Trouble> {
    if args.exits && args.format == ProfileFormat::Folded {
        return Err(Trouble::usage(
            "exits are no stacks",
            "with --exits choose --format table, svg or json",
        ));
    }
    let image = image(args)?;
    let iterations = args.iterations.map_or(Iterations::Auto, Iterations::Fixed);
    let of = Profiled { image: &image, bench: &args.bench, memory: args.memory };
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
            ProfileFormat::Table if args.exits => reports::profile::exits(&profile),
            ProfileFormat::Svg if args.exits => exits(&profile)?,
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

/// The image that has such a benchmark: of the guests that the platform runs first, or of Linux.
fn image(args: &ProfileArgs) -> Result<KernelImage, Trouble> {
    let selection = Selection::new(std::slice::from_ref(&args.bench), |_| true)?;
    let usual = measuring::kind(&[Target::Text(args.platform.clone())]);
    for kind in [usual, GuestKind::Linux] {
        let image = args.image.image(kind)?;
        if selection.check(&image.benchmarks).is_ok() {
            return Ok(image);
        }
    }
    args.image.image(usual)
}

/// What is profiled.
#[derive(Debug, Clone, Copy)]
struct Profiled<'a> {
    /// The image that has the benchmark.
    image: &'a KernelImage,
    /// Its name.
    bench: &'a str,
    /// Bytes of the guest's memory.
    memory: u64,
}

impl Profiled<'_> {
    /// Runs the benchmark on the platform of the specification `text` and takes its trace apart.
    fn measure(self, text: &str, iterations: Iterations) -> Result<Profile, Trouble> {
        let Self { image, bench, memory } = self;
        let folder = tempfile::tempdir()?;
        let request = Request {
            targets: vec![Target::Text(text.to_owned())],
            benches: vec![bench.to_owned()],
            iterations,
            batches: Some(BATCHES),
            boots: Some(1),
            budget_ms: Some(BUDGET_MS),
            timeout_ms: Some(TIMEOUT_MS),
            time_budget: Some(TIME_BUDGET),
            cpus: 1,
            memory,
            trace: Some(Trace { folder: folder.path().to_owned(), windows: 1..=u64::MAX }),
            ..Request::new(super::tool(), image.clone())
        };
        let plan = Plan::new(&request)?;
        let [job] = &plan.jobs[..] else { return Err(not_one("platform", plan.jobs.len())) };
        if job.benchmarks.len() != 1 {
            return Err(not_one("benchmark", job.benchmarks.len()));
        }
        let middle = |measured: &Measured| {
            Ok(middle(&measured.samples).into_iter().take(1).cloned().collect())
        };
        traced::profile(job, folder.path(), image, &middle)
    }
}

/// The figure of a profile's exits.
fn exits(profile: &Profile) -> Result<String, Trouble> {
    let drawing = figures::exits(profile, WIDTH).ok_or_else(|| {
        let (name, platform) = (&profile.benchmark, &profile.platform);
        Trouble::unavailable(
            format!("{name} does not leave the guest on {platform}, so there is nothing to draw"),
            "profile an operation that does, such as cpuid, or draw the functions: leave out --exits",
        )
    })?;
    Ok(drawing.file(Theme::Light))
}

fn not_one(what: &str, count: usize) -> Trouble {
    Trouble::usage(
        format!("one {what} is profiled at a time, and the pattern names {count}"),
        format!("name one of: hyperbench list {what}s"),
    )
}
