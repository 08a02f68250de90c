//! `hyperbench bench-timing`: how well each external timing channel tells the time here.

use std::path::Path;
use std::time::Duration;

use crate::cli::BenchTimingArgs;
use crate::exit::Exit;
use crate::platforms;
use crate::session::{Boots, Iterations, Job, KernelOptions, Session, Watcher};
use ground::{GuestKind, Trouble};
use images::KernelImage;
use monitors::{Detected, GuestConfig, Platform, Spec};
use reports::ChannelRow;
use results::PlatformRun;
use results::channels::Channel;
use system::interrupt::Interrupt;
use system::output::{stdout, tell};

/// Guest memory: the least that every machine boots with.
const MEMORY: u64 = 64 << 20;

/// Time for all windows of a channel, in guest milliseconds.
const TIMEOUT_MS: u32 = 60_000;

/// Boots a guest on every platform and channel and prints a line of each. There is nothing to
/// pass or fail: what a channel can tell is a property of the machine and of its load.
pub(super) fn bench(args: &BenchTimingArgs) -> Result<Exit, Trouble> {
    let image = args.image.image(GuestKind::Bare)?;
    let file = image.to_file()?;
    let interrupt = Interrupt::catch()?;
    let mut rows = Vec::new();
    for (platform, spec, detected) in found(args, &image)? {
        let external = platform.channels().iter().filter(|channel| channel.is_external());
        for channel in external {
            let job = job(args, &image, &file.path(), (platform, &spec, &detected), *channel);
            let mut session = Session::new(&job);
            session.round(&interrupt, &mut Silent);
            rows.push(row(*channel, session.run()));
        }
    }
    reports::channels(&rows, &mut stdout())?;
    Ok(Exit::Success)
}

type Found = (&'static dyn Platform, Spec, Detected);

/// The platforms named, else all that are there and can be timed.
fn found(args: &BenchTimingArgs, image: &KernelImage) -> Result<Vec<Found>, Trouble> {
    let platforms = platforms::all();
    if args.platforms.is_empty() {
        let timed = |p: &&'static dyn Platform| p.channels().len() > 1;
        let find = |p: &'static dyn Platform| {
            let spec = Spec::plain(p.name());
            p.detect(&spec, image.arch).ok().map(|detected| (p, spec, detected))
        };
        return Ok(platforms.into_iter().filter(timed).filter_map(find).collect());
    }
    let mut found = Vec::new();
    for text in &args.platforms {
        let (platform, spec) = Spec::parse(text, &platforms)?;
        let detected = platform.detect(&spec, image.arch)?;
        found.push((platform, spec, detected));
    }
    Ok(found)
}

/// One virtual CPU, so that the thread that waits for marks has a CPU of its own on any host
/// with two, and one benchmark, since a boot needs something to run.
fn job(
    args: &BenchTimingArgs,
    image: &KernelImage,
    file: &Path,
    (platform, spec, detected): (&'static dyn Platform, &Spec, &Detected),
    channel: Channel,
) -> Job {
    Job {
        platform,
        spec: spec.clone(),
        detected: detected.clone(),
        config: GuestConfig {
            timing: channel,
            pinning: args.pin.clone(),
            ..GuestConfig::bare(image.arch, file, MEMORY)
        },
        beside: None,
        costs: None,
        options: KernelOptions {
            iterations: Iterations::Fixed(1),
            budget_ms: 1,
            timing: channel,
            idle_windows: Some(args.windows),
            ..KernelOptions::plain(TIMEOUT_MS)
        },
        benchmarks: image.benchmarks.iter().take(1).cloned().collect(),
        boots: Boots::exactly(1),
        floor: None,
        time_budget: Duration::from_millis(u64::from(2 * TIMEOUT_MS)),
    }
}

fn row(channel: Channel, run: &PlatformRun) -> ChannelRow {
    let boot = run.boots.last();
    let timing = boot.and_then(|boot| boot.timing.clone());
    let placement = boot.and_then(|boot| boot.placement.clone()).unwrap_or_default();
    let mut remarks: Vec<String> = run.failure.iter().cloned().collect();
    remarks.extend(placement.remarks);
    remarks.extend(boot.into_iter().flat_map(|boot| boot.notes.clone()));
    remarks.extend(timing.as_ref().and_then(|timing| timing.problem.clone()));
    ChannelRow { platform: run.label.clone(), channel, timing, remarks }
}

/// Says a word only where nothing happens.
struct Silent;

impl Watcher for Silent {
    fn waits(&mut self, what: &str) {
        tell(what);
    }
}
