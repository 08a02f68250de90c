//! Decides, before anything is started, what runs where.

use std::path::PathBuf;

use crate::candidates::{Candidate, candidates};
use crate::detection::boots_linux;
use crate::extent::Extent;
use crate::linuxes::Linuxes;
use crate::neighbours::{self, Group};
use crate::request::Request;
use crate::session::{Job, KernelOptions, SystemCosts};
use ground::{GuestKind, Trouble, TroubleKind};
use images::{ImageFile, KernelImage, Selection};
use monitors::devices;
use monitors::{Devices, GuestConfig};
use protocol::{Benchmark, Need};
use results::{ImageBuild, Settings, Shard};
use system::output::tell;

/// What a request takes: the jobs in their order, and what their ratios refer to.
pub struct Plan {
    /// A job for each platform, and for each again beside each neighbour.
    pub jobs: Vec<Job>,
    /// Label of the platform that ratios refer to.
    pub baseline: String,
    /// What the results say of the request.
    pub settings: Settings,
    /// What guests boot, for as long as the plan lives.
    images: Vec<(ImageFile, Linuxes)>,
    neighbours: Vec<Group>,
}

/// What all jobs of a plan have in common.
struct Common<'a> {
    request: &'a Request,
    file: PathBuf,
    linuxes: &'a Linuxes,
    selection: &'a Selection,
    has_long: bool,
}

impl Plan {
    /// The plan for `request`.
    ///
    /// # Errors
    /// Whatever can be found wrong before a guest is started: names that nothing has, platforms that
    /// are not there or cannot do what is asked for, an empty part.
    pub fn new(request: &Request) -> Result<Self, Trouble> {
        let Some(besides) = request.of_processes() else { return Self::of(request) };
        match Self::of(request) {
            Ok(plan) => Ok(plan.with(Self::of(&besides)?)),
            // A machine that can run no guest has processes all the same.
            Err(trouble) if trouble.kind == TroubleKind::Unavailable => {
                tell(format_args!("{trouble}\n  next: {}", trouble.next));
                Self::of(&besides)
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// The jobs of both, on the terms of this one.
    fn with(mut self, other: Self) -> Self {
        self.jobs.extend(other.jobs);
        self.images.extend(other.images);
        self.neighbours.extend(other.neighbours);
        self
    }

    /// The plan for what guests of one kind are to do.
    fn of(request: &Request) -> Result<Self, Trouble> {
        let image = &request.image;
        let selection = Selection::new(&request.benches, request.suite.holds())?;
        let has_long = selection.apply(&image.benchmarks).iter().any(|benchmark| benchmark.long);
        let found = candidates(request)?;
        refuse_what_takes_a_machine(request, &found)?;
        if found.iter().any(|(platform, ..)| platform.about().is_live) {
            selection.check(&image.benchmarks)?;
        }
        let selected = selection.apply(&image.benchmarks);
        let need_devices = request.has_program()
            || [Need::Disk, Need::Network].into_iter().any(|need| needs(&selected, need));
        let linuxes = Linuxes::of(image, &found, need_devices, || files(request, &selection))?;
        let file = image.to_file()?;
        let (path, linuxes) = (file.path(), linuxes);
        let common =
            Common { request, file: path, linuxes: &linuxes, selection: &selection, has_long };
        let mut crowds = Vec::new();
        let mut jobs = Vec::new();
        for candidate in found {
            let crowd = request.costs.and_then(|costs| costs.together);
            let crowd = crowd.map(|count| neighbours::crowd(request, &candidate, count));
            let crowd = crowd.transpose()?;
            jobs.push(common.job(candidate, crowd.as_ref())?);
            crowds.extend(crowd);
        }
        let mut neighbours = neighbours::of(request)?;
        let jobs = neighbours::variants(jobs, &neighbours)?;
        neighbours.extend(crowds);
        let baseline = baseline(request, &jobs)?;
        let exact = jobs.iter().all(|job| job.platform.about().is_exact);
        let settings = settings(request, &Extent::of(request, exact, has_long));
        Ok(Self { jobs, baseline, settings, images: vec![(file, linuxes)], neighbours })
    }
}

impl Common<'_> {
    /// The job of a platform, whose guests may also run together as a `crowd`.
    fn job(&self, candidate: Candidate, crowd: Option<&Group>) -> Result<Job, Trouble> {
        let (request, image) = (self.request, &self.request.image);
        let (platform, spec, mut detected) = candidate;
        detected.inner.extend(self.linuxes.build(&spec).cloned());
        let benchmarks = platform.benchmarks(&spec, &image.benchmarks, self.selection)?;
        let benchmarks = match request.shard {
            Some(shard) => part(shard, benchmarks)?,
            None => benchmarks,
        };
        let extent = Extent::of(request, platform.about().is_exact, self.has_long);
        let counts_alone = platform.about().can_count && !platform.about().counts_batches;
        let options = KernelOptions {
            count: request.events.filter(|_| counts_alone),
            danger: self.selection.names_the_dangerous(&benchmarks),
            ..extent.options
        };
        let config = GuestConfig {
            kind: image.kind,
            linux: boots_linux(platform, image).then(|| self.linuxes.boot(&spec)).flatten(),
            whole_boot: request.costs.is_some(),
            cpus: request.cpus,
            devices: Devices {
                disk: needs(&benchmarks, Need::Disk)
                    || request.has_program() && devices::keys::has_disk(&spec),
                network: needs(&benchmarks, Need::Network),
            },
            deterministic: request.deterministic,
            timing: request.timing,
            pinning: request.pinning.clone(),
            counting: platform.about().can_count
                && (request.events.is_some() || request.trace.is_some()),
            trace: request.trace.clone(),
            ..GuestConfig::bare(image.arch, &self.file, request.memory)
        };
        let together = crowd.map(Group::neighbourhood);
        // Elsewhere another tool may have made what boots.
        let is_ours = platform.about().is_live && !platform.about().brings_its_boots;
        Ok(Job {
            platform,
            spec,
            detected,
            config,
            image: is_ours.then(|| build(image)),
            beside: None,
            options,
            benchmarks,
            boots: extent.boots,
            floor: None,
            costs: request.costs.map(|_| SystemCosts { together }),
            time_budget: extent.time_budget,
        })
    }
}

/// Which build an `image` is.
fn build(image: &KernelImage) -> ImageBuild {
    ImageBuild { sha256: image.sha256(), compiler: image.compiler().unwrap_or_default() }
}

/// The archive of what guests with a Linux have in it besides.
fn files(request: &Request, selection: &Selection) -> Result<Vec<u8>, Trouble> {
    let mut files = request.files.clone();
    if needs_more_programs(&request.image, selection) {
        files.extend(linux::papers(request.image.arch, request.memory)?);
    }
    Ok(files)
}

/// Whether one of the benchmarks that are selected needs more programs than a small guest has.
fn needs_more_programs(image: &KernelImage, selection: &Selection) -> bool {
    needs(&selection.apply(&image.benchmarks), Need::MorePrograms)
}

/// Whether one of these `benchmarks` needs it.
fn needs(benchmarks: &[Benchmark], need: Need) -> bool {
    benchmarks.iter().any(|benchmark| benchmark.needs.contains(&need))
}

/// A process has no physical memory to share with the host, and no serial port to itself; nor can it
/// say when its events are to be counted: the platform has to know its batches.
fn refuse_what_takes_a_machine(request: &Request, found: &[Candidate]) -> Result<(), Trouble> {
    let is_blind = |(platform, ..): &Candidate| !platform.about().counts_batches;
    let option = match request.image.kind {
        GuestKind::Linux if request.timing.is_external() => "--timing",
        GuestKind::Linux if request.events.is_some() && found.iter().any(is_blind) => "--events",
        _ => return Ok(()),
    };
    Err(Trouble::usage(
        format!("{option} is for the bare guest: a process on Linux does not own a machine"),
        format!("leave {option} out, or use --guest bare"),
    ))
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

fn baseline(request: &Request, jobs: &[Job]) -> Result<String, Trouble> {
    let labels: Vec<&str> = jobs.iter().map(|job| job.spec.label()).collect();
    let native = jobs.iter().find(|job| job.platform.about().is_native && !request.variants);
    let native = native.or(jobs.first());
    match &request.baseline {
        None => Ok(native.map(|job| job.spec.label()).unwrap_or_default().to_owned()),
        Some(name) if labels.contains(&name.as_str()) => Ok(name.clone()),
        Some(name) => Err(Trouble::usage(
            format!(
                "the baseline {name:?} is none of the platforms of this run ({})",
                labels.join(", ")
            ),
            "name one of them with --baseline, or leave it out to use the first",
        )),
    }
}

fn settings(request: &Request, extent: &Extent) -> Settings {
    Settings {
        suite: request.suite.name().to_owned(),
        kernel_options: extent.options.to_string(),
        precision_ppm: request.precision_ppm,
        cpus: request.cpus,
        memory: request.memory,
        deterministic: request.deterministic,
        boots: extent.boots.least,
        until_decided: extent.until_decided,
        events: request.events,
        time_budget_s: extent.time_budget.as_secs(),
        shard: request.shard,
    }
}
