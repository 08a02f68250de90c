//! Decides, before anything is started, what runs where.

use std::path::Path;

use super::beside::{self, Asked};
use super::found::{boots_linux, detect};
use crate::cli::RunArgs;
use crate::platforms;
use crate::session::{Job, KernelOptions, SystemCosts};
use ground::{GuestKind, Trouble};
use images::{KernelImage, Selection};
use linux::Linux;
use monitors::{Detected, GuestConfig, Platform, Spec};
use protocol::{Benchmark, Need};
use results::channels::Channel;
use results::{Settings, Shard, Unit};
use system::interrupt::Interrupt;
use system::output::tell;

/// A run: the jobs in their order, and what their ratios refer to.
pub(super) struct Plan {
    pub(super) jobs: Vec<Job>,
    /// The Linux that guests boot, where one does.
    _linux: Option<Linux>,
    /// What the neighbours boot.
    _neighbours: Vec<Asked>,
    pub(super) baseline: String,
    pub(super) settings: Settings,
}

/// A platform that is there.
type Found = (&'static dyn Platform, Spec, Detected);

impl Plan {
    /// Makes a plan of the arguments, for the kernel `image` stored in `file`, and with an archive of
    /// `files` in the guests that boot a Linux.
    pub(super) fn make(
        args: &RunArgs,
        image: &KernelImage,
        file: &Path,
        files: &[u8],
    ) -> Result<Self, Trouble> {
        let selection = Selection::new(&args.benches, args.suite.holds())?;
        let has_long = selection.apply(&image.benchmarks).iter().any(|benchmark| benchmark.long);
        let args = &if has_long { args.with_hours() } else { args.clone() };
        if image.kind == GuestKind::Linux {
            refuse_what_takes_a_machine(args)?;
        }
        let found = if args.specs().is_empty() {
            everything(args, image)?
        } else {
            asked_for(args, image)?
        };
        if args.events.is_some() {
            refuse_events(image, &found)?;
        }
        let boots = |(platform, ..): &Found| boots_linux(*platform, image);
        let mut more = files.to_vec();
        if found.iter().any(boots) && needs_more_programs(image, &selection) {
            more.extend(linux::papers(image.arch, args.memory)?);
        }
        let linux = found.iter().any(boots).then(|| Linux::with(image, &more)).transpose()?;
        if found.iter().any(|(platform, ..)| platform.is_live()) {
            selection.check(&image.benchmarks)?;
        }
        let mut jobs = Vec::new();
        let mut crowds = Vec::new();
        for (platform, spec, detected) in found {
            if let Some(count) = args.costs.and_then(|costs| costs.together) {
                crowds.push(beside::crowd(args, image, (platform, &spec), count)?);
            }
            let exact = platform.is_exact();
            let mut benchmarks = platform.benchmarks(&spec, &image.benchmarks, &selection)?;
            if let Some(shard) = args.shard {
                benchmarks = part(shard, benchmarks)?;
            }
            let costs = args.costs.map(|costs| SystemCosts {
                together: costs.together.and(crowds.last()).map(Asked::neighbourhood),
            });
            let danger = selection.names_the_dangerous(&benchmarks);
            jobs.push(Job {
                platform,
                spec,
                detected,
                benchmarks,
                config: GuestConfig {
                    kind: image.kind,
                    linux: linux.as_ref().filter(|_| boots_linux(platform, image)).map(Linux::boot),
                    whole_boot: args.costs.is_some(),
                    cpus: args.cpus,
                    deterministic: args.deterministic,
                    timing: args.timing,
                    pinning: args.pin.clone(),
                    counting: args.events.is_some() && platform.can_count(),
                    ..GuestConfig::bare(image.arch, file, args.memory)
                },
                beside: None,
                costs,
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
        let mut neighbours = beside::asked_for(args, image)?;
        let jobs = beside::variants(jobs, &neighbours)?;
        neighbours.extend(crowds);

        let baseline = baseline(args, &jobs)?;
        let settings = settings(args, jobs.iter().all(|job| job.platform.is_exact()));
        Ok(Self { jobs, _linux: linux, _neighbours: neighbours, baseline, settings })
    }
}

/// What a run measures: what it is asked to, else what the first of its platforms can.
pub(super) fn kind(args: &RunArgs) -> GuestKind {
    let platforms = platforms::all();
    let of = |text: &String| {
        let name = text.split(':').next().unwrap_or_default();
        let platform = platforms.iter().find(|platform| platform.name() == name)?;
        (!platform.guests().contains(&GuestKind::Bare)).then_some(GuestKind::Linux)
    };
    args.guest.kind.or_else(|| args.specs().iter().find_map(of)).unwrap_or_default()
}

/// Whether one of the benchmarks that are selected needs more programs than a small guest has.
fn needs_more_programs(image: &KernelImage, selection: &Selection) -> bool {
    let selected = selection.apply(&image.benchmarks);
    selected.iter().any(|benchmark| benchmark.needs.contains(&Need::MorePrograms))
}

/// A process has no physical memory to share with the host, and no serial port to itself.
fn refuse_what_takes_a_machine(args: &RunArgs) -> Result<(), Trouble> {
    match args.timing.is_external() {
        true => Err(Trouble::usage(
            format!(
                "{option} is for the bare guest: a process on Linux does not own a machine",
                option = "--timing"
            ),
            format!("leave {option} out, or use --guest bare", option = "--timing"),
        )),
        false => Ok(()),
    }
}

/// A process cannot say when its events are to be counted: the platform has to know its batches.
fn refuse_events(image: &KernelImage, found: &[Found]) -> Result<(), Trouble> {
    let is_blind = |(platform, ..): &Found| !platform.counts_batches();
    match image.kind == GuestKind::Linux && found.iter().any(is_blind) {
        true => Err(Trouble::usage(
            format!(
                "{option} is for the bare guest: a process on Linux does not own a machine",
                option = "--events"
            ),
            format!("leave {option} out, or use --guest bare", option = "--events"),
        )),
        false => Ok(()),
    }
}

/// The platforms named, each of which has to be there.
fn asked_for(args: &RunArgs, image: &KernelImage) -> Result<Vec<Found>, Trouble> {
    let platforms = platforms::all();
    let mut existing = platforms.clone();
    existing.retain(|platform| {
        platform.exists_for(image.arch) && platform.guests().contains(&image.kind)
    });
    let mut found: Vec<Found> = Vec::new();
    let mut missing = Vec::new();
    let expand = |text: &String| {
        let texts = Spec::expand(text, &existing);
        let one_of_many = texts.len() > 1;
        texts.into_iter().map(move |text| (text, one_of_many))
    };
    for (text, one_of_many) in args.specs().iter().flat_map(expand) {
        let (platform, spec) = Spec::parse(&text, &platforms)?;
        if !platform.guests().contains(&image.kind) {
            return Err(not_run(image.kind, &spec, &platforms).into());
        }
        if args.deterministic && !platform.can_be_deterministic() {
            return Err(not_deterministic(&spec, &platforms).into());
        }
        if args.verify && platform.unit(&spec, args.deterministic) != Unit::Instructions {
            return Err(Trouble::usage(
                format!(
                    "the platform {label:?} does not count instructions: no two runs of it are alike",
                    label = spec.label()
                ),
                "leave --verify out, or add --deterministic where the platform can do that",
            ));
        }
        if !platform.channels().contains(&args.timing) {
            return Err(not_timed(args.timing, &spec, &platforms).into());
        }
        match detect(platform, &spec, image) {
            Ok(detected) => found.push((platform, spec, detected)),
            Err(why) if one_of_many => missing.push((spec.label().to_owned(), why)),
            Err(why) => return Err(why.into()),
        }
    }
    without_missing(found, missing)
}

/// Every platform that is there.
fn everything(args: &RunArgs, image: &KernelImage) -> Result<Vec<Found>, Trouble> {
    let boots =
        |p: &&dyn Platform| args.costs.is_none() || boots_linux(*p, image) || image.kind.is_bare();
    let suitable = |p: &&dyn Platform| {
        p.runs_by_default()
            && boots(p)
            && p.guests().contains(&image.kind)
            && (p.can_be_deterministic() || !args.deterministic)
            && (p.unit(&Spec::plain(p.name()), args.deterministic) == Unit::Instructions
                || !args.verify)
            && p.channels().contains(&args.timing)
    };
    let mut found: Vec<Found> = Vec::new();
    let mut missing = Vec::new();
    for platform in platforms::all().into_iter().filter(suitable) {
        let spec = Spec::plain(platform.name());
        match detect(platform, &spec, image) {
            Ok(detected) => found.push((platform, spec, detected)),
            Err(why) => missing.push((platform.name().to_owned(), why)),
        }
    }
    without_missing(found, missing)
}

/// What was found; says of the `missing` why they are not there.
fn without_missing(
    found: Vec<Found>,
    missing: Vec<(String, Trouble)>,
) -> Result<Vec<Found>, Trouble> {
    if Interrupt::is_caught() {
        return Err(Trouble::interrupted());
    }
    if found.is_empty() {
        let reasons: Vec<_> = missing.iter().map(|(_, why)| why.to_string()).collect();
        let mut steps: Vec<_> = missing.iter().map(|(_, why)| why.next.clone()).collect();
        steps.dedup();
        let (why, next) = (reasons.join("; "), steps.join("; or "));
        return Err(Trouble::unavailable(
            format!("no platform can run here: {why}"),
            format!("{next}"),
        ));
    }
    for (name, why) in missing {
        tell(format_args!("{name} is left out: {why}\n  next: {}", why.next));
    }
    Ok(found)
}

/// The benchmarks of a part, which has some.
fn part(shard: Shard, all: Vec<Benchmark>) -> Result<Vec<Benchmark>, Trouble> {
    let count = all.len();
    match shard.part(all) {
        empty if empty.is_empty() => Err(Trouble::usage(
            format!("part {shard} has no benchmark: only {count} are chosen"),
            format!("divide the run into at most {count} parts"),
        )),
        part => Ok(part),
    }
}

fn not_deterministic(spec: &Spec, platforms: &[&'static dyn Platform]) -> Trouble {
    let able = platforms.iter().filter(|p| p.can_be_deterministic()).map(|p| p.name());
    Trouble::usage(
        format!("the platform {label:?} cannot run deterministically", label = spec.label()),
        format!(
            "leave --deterministic out, or use one of: {able}",
            able = able.collect::<Vec<_>>().join(", ")
        ),
    )
}

fn not_run(kind: GuestKind, spec: &Spec, platforms: &[&'static dyn Platform]) -> Trouble {
    let able = platforms.iter().filter(|p| p.guests().contains(&kind)).map(|p| p.name());
    Trouble::usage(
        format!(
            "the platform {label:?} does not run guests of the kind {kind}",
            label = spec.label(),
            kind = kind.name()
        ),
        format!(
            "choose another kind with --guest, or one of these platforms: {able}",
            able = able.collect::<Vec<_>>().join(", ")
        ),
    )
}

fn not_timed(channel: Channel, spec: &Spec, platforms: &[&'static dyn Platform]) -> Trouble {
    let able = platforms.iter().filter(|p| p.channels().contains(&channel)).map(|p| p.name());
    Trouble::usage(
        format!(
            "the platform {label:?} cannot be timed by {channel}",
            label = spec.label(),
            channel = channel.name()
        ),
        format!(
            "use --timing internal, or one of these platforms: {able}",
            able = able.collect::<Vec<_>>().join(", ")
        ),
    )
}

fn baseline(args: &RunArgs, jobs: &[Job]) -> Result<String, Trouble> {
    let labels: Vec<&str> = jobs.iter().map(|job| job.spec.label()).collect();
    let native = jobs.iter().find(|job| job.platform.is_native() && !args.is_ab());
    let native = native.or(jobs.first());
    match &args.baseline {
        None => Ok(native.map(|job| job.spec.label()).unwrap_or_default().to_owned()),
        Some(name) if labels.contains(&name.as_str()) => Ok(name.clone()),
        Some(name) => Err(Trouble::usage(
            format!(
                "the baseline {name:?} is none of the platforms of this run ({known})",
                name = name,
                known = labels.join(", ")
            ),
            "name one of them with --baseline, or leave it out to use the first",
        )),
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
        until_decided: args.until_decided(exact),
        events: args.events,
        time_budget_s: args.time_budget(exact).as_secs(),
        shard: args.shard,
    }
}
