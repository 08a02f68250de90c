//! Decides, before anything is started, what runs where.

use std::path::Path;

use crate::cli::RunArgs;
use crate::error::{Failure, UsageError};
use crate::platforms;
use crate::session::{Job, KernelOptions};
use images::{KernelImage, Selection};
use monitors::{Detected, GuestConfig, Platform, Spec};
use results::channels::Channel;
use results::{Settings, Unit};
use system::interrupt::Interrupt;
use system::output::tell;

/// A run: the jobs in their order, and what their ratios refer to.
pub(super) struct Plan {
    pub(super) jobs: Vec<Job>,
    pub(super) baseline: String,
    pub(super) settings: Settings,
}

/// A platform that is there.
type Found = (&'static dyn Platform, Spec, Detected);

impl Plan {
    /// Makes a plan of the arguments, for the kernel `image` stored in `file`.
    pub(super) fn make(args: &RunArgs, image: &KernelImage, file: &Path) -> Result<Self, Failure> {
        let selection = Selection::new(&args.benches, args.suite.holds())?;
        let found = if args.specs().is_empty() {
            everything(args, image)?
        } else {
            asked_for(args, image)?
        };
        if found.iter().any(|(platform, ..)| platform.is_live()) {
            selection.check(&image.benchmarks)?;
        }
        let mut jobs = Vec::new();
        for (platform, spec, detected) in found {
            let exact = platform.is_exact();
            let benchmarks = platform.benchmarks(&spec, &image.benchmarks, &selection)?;
            let danger = selection.names_the_dangerous(&benchmarks);
            jobs.push(Job {
                platform,
                spec,
                detected,
                benchmarks,
                config: GuestConfig {
                    arch: image.arch,
                    image: file.to_owned(),
                    options: String::new(),
                    cpus: args.cpus,
                    memory: args.memory,
                    deterministic: args.deterministic,
                    timing: args.timing,
                    pinning: args.pin.clone(),
                    counting: args.events.is_some() && platform.can_count(),
                    trace: None,
                },
                options: KernelOptions {
                    count: args
                        .events
                        .filter(|_| platform.can_count() && !platform.counts_batches()),
                    danger,
                    ..args.kernel_options(exact)
                },
                boots: args.boots(exact),
                floor: None,
                time_budget: args.time_budget(exact),
            });
        }
        let baseline = baseline(args, &jobs)?;
        let settings = settings(args, jobs.iter().all(|job| job.platform.is_exact()));
        Ok(Self { jobs, baseline, settings })
    }
}

/// The platforms named, each of which has to be there.
fn asked_for(args: &RunArgs, image: &KernelImage) -> Result<Vec<Found>, Failure> {
    let platforms = platforms::all();
    let mut existing = platforms.clone();
    existing.retain(|platform| platform.exists_for(image.arch));
    let mut found: Vec<Found> = Vec::new();
    for text in args.specs().iter().flat_map(|text| Spec::expand(text, &existing)) {
        let (platform, spec) = Spec::parse(&text, &platforms)?;
        if found.iter().any(|(_, other, _)| other.label() == spec.label()) {
            return Err(UsageError::SameLabel { label: spec.label().to_owned() }.into());
        }
        if args.deterministic && !platform.can_be_deterministic() {
            return Err(not_deterministic(&spec, &platforms).into());
        }
        if args.verify && platform.unit(&spec, args.deterministic) != Unit::Instructions {
            return Err(UsageError::NotVerifiable { label: spec.label().to_owned() }.into());
        }
        if !platform.channels().contains(&args.timing) {
            return Err(not_timed(args.timing, &spec, &platforms).into());
        }
        let detected = platform.detect(&spec, image.arch)?;
        found.push((platform, spec, detected));
    }
    Ok(found)
}

/// Every platform that is there; says of the others why they are not.
fn everything(args: &RunArgs, image: &KernelImage) -> Result<Vec<Found>, Failure> {
    let suitable = |p: &&dyn Platform| {
        p.runs_by_default()
            && (p.can_be_deterministic() || !args.deterministic)
            && (p.unit(&Spec::plain(p.name()), args.deterministic) == Unit::Instructions
                || !args.verify)
            && p.channels().contains(&args.timing)
    };
    let mut found: Vec<Found> = Vec::new();
    let mut missing = Vec::new();
    for platform in platforms::all().into_iter().filter(suitable) {
        let spec = Spec::plain(platform.name());
        match platform.detect(&spec, image.arch) {
            Ok(detected) => found.push((platform, spec, detected)),
            Err(why) => missing.push((platform.name(), why)),
        }
    }
    if Interrupt::is_caught() {
        return Err(Failure::Interrupted);
    }
    if found.is_empty() {
        let reasons: Vec<_> = missing.iter().map(|(_, why)| why.to_string()).collect();
        let mut steps: Vec<_> = missing.iter().map(|(_, why)| why.next_step()).collect();
        steps.dedup();
        let (why, next) = (reasons.join("; "), steps.join("; or "));
        return Err(UsageError::NothingAvailable { why, next }.into());
    }
    for (name, why) in missing {
        tell(format_args!("{name} is left out: {why}\n  next: {}", why.next_step()));
    }
    Ok(found)
}

fn not_deterministic(spec: &Spec, platforms: &[&'static dyn Platform]) -> UsageError {
    let able = platforms.iter().filter(|p| p.can_be_deterministic()).map(|p| p.name());
    UsageError::NotDeterministic {
        label: spec.label().to_owned(),
        able: able.collect::<Vec<_>>().join(", "),
    }
}

fn not_timed(channel: Channel, spec: &Spec, platforms: &[&'static dyn Platform]) -> UsageError {
    let able = platforms.iter().filter(|p| p.channels().contains(&channel)).map(|p| p.name());
    UsageError::NotTimed {
        channel: channel.name().to_owned(),
        label: spec.label().to_owned(),
        able: able.collect::<Vec<_>>().join(", "),
    }
}

fn baseline(args: &RunArgs, jobs: &[Job]) -> Result<String, UsageError> {
    let labels: Vec<&str> = jobs.iter().map(|job| job.spec.label()).collect();
    let native = jobs.iter().find(|job| job.platform.is_native() && !args.is_ab());
    let native = native.or(jobs.first());
    match &args.baseline {
        None => Ok(native.map(|job| job.spec.label()).unwrap_or_default().to_owned()),
        Some(name) if labels.contains(&name.as_str()) => Ok(name.clone()),
        Some(name) => {
            Err(UsageError::NoSuchBaseline { name: name.clone(), known: labels.join(", ") })
        }
    }
}

fn settings(args: &RunArgs, exact: bool) -> Settings {
    Settings {
        suite: args.suite.name().to_owned(),
        kernel_options: args.kernel_options(exact).to_string(),
        precision_ppm: args.precision_ppm(),
        cpus: args.cpus,
        memory: args.memory,
        deterministic: args.deterministic,
        boots: args.boots(exact).least,
        events: args.events,
        time_budget_s: args.time_budget(exact).as_secs(),
    }
}
