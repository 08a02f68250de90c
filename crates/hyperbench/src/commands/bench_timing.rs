//! `hyperbench bench-timing`: how well each external timing channel tells the time here.

use std::time::Duration;

use crate::cli::BenchTimingArgs;
use crate::exit::Exit;
use crate::screen::Screen;
use ground::{GuestKind, Trouble};
use images::KernelImage;
use measuring::{Iterations, Plan, Request, Session, Target};
use reports::ChannelRow;
use results::PlatformRun;
use results::channels::Channel;
use system::interrupt::Interrupt;
use system::output::stdout;

/// Guest memory: the least that every machine boots with.
const MEMORY: u64 = 64 << 20;

/// Time for all windows of a channel, in guest milliseconds.
const TIMEOUT_MS: u32 = 60_000;

/// Boots a guest on every platform and channel and prints a line of each. There is nothing to
/// pass or fail: what a channel can tell is a property of the machine and of its load.
pub(super) fn bench(args: &BenchTimingArgs) -> Result<Exit, Trouble> {
    let image = args.image.image(GuestKind::Bare)?;
    let interrupt = Interrupt::catch()?;
    let mut rows = Vec::new();
    for channel in Channel::ALL.into_iter().filter(|channel| channel.is_external()) {
        let plan = Plan::new(&request(args, &image, channel))?;
        for job in &plan.jobs {
            let mut session = Session::new(job);
            session.round(&interrupt, &mut Screen::default());
            rows.push(row(channel, session.run()));
        }
    }
    rows.sort_by(|a, b| a.platform.cmp(&b.platform));
    reports::channels(&rows, &mut stdout())?;
    Ok(Exit::Success)
}

/// One virtual CPU, so that the thread that waits for marks has a CPU of its own on any host
/// with two, and one benchmark, since a boot needs something to run.
fn request(args: &BenchTimingArgs, image: &KernelImage, channel: Channel) -> Request {
    let first = image.benchmarks.first();
    Request {
        targets: args.platforms.iter().cloned().map(Target::Text).collect(),
        benches: first.iter().map(|benchmark| benchmark.name.clone()).collect(),
        iterations: Iterations::Fixed(1),
        batches: Some(1),
        boots: Some(1),
        budget_ms: Some(1),
        timeout_ms: Some(TIMEOUT_MS),
        time_budget: Some(Duration::from_millis(u64::from(2 * TIMEOUT_MS))),
        idle_windows: Some(args.windows),
        timing: channel,
        pinning: args.pin.clone(),
        cpus: 1,
        memory: MEMORY,
        ..Request::new(super::tool(), image.clone())
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
