//! Neighbours: what `--beside` asks for, and the variants of each platform that come of it.

use crate::candidates::Candidate;
use crate::detection::{boots_linux, detect};
use crate::linuxes::Linuxes;
use crate::platforms;
use crate::request::Request;
use crate::session::{Iterations, Job, KernelOptions, Neighbour, Neighbourhood};
use crate::suite;
use ground::{GuestKind, Trouble};
use images::{ImageFile, KernelImage};
use monitors::pinning::{self, Pinning};
use monitors::{Detected, GuestConfig, Key, Platform, Spec};
use results::Beside;

const WORKLOAD: Key = Key { name: "workload", help: "the benchmark that it runs without end" };
const COUNT: Key = Key { name: "n", help: "so many such neighbours, up to 64 [1]" };
const PIN: Key = Key { name: "pin", help: "the host's CPUs that each runs on [none]" };

/// Keys of a neighbour's specification besides its platform's.
const KEYS: [Key; 3] = [WORKLOAD, COUNT, PIN];

/// Some 40 days of batches of a tenth of a second: as good as without end.
const BATCHES: u32 = 20_000_000;
const BUDGET_MS: u32 = 4_000_000_000;

/// Guest time that a batch of a whole program may take.
const TIMEOUT_MS: u32 = 600_000;

/// Neighbours that were asked for together, with what they boot.
pub(crate) struct Group {
    platform: &'static dyn Platform,
    spec: Spec,
    detected: Detected,
    workload: String,
    count: u32,
    config: GuestConfig,
    _file: ImageFile,
    _linux: Linuxes,
}

/// The neighbours that `request` asks for.
pub(crate) fn of(request: &Request) -> Result<Vec<Group>, Trouble> {
    request.beside.iter().map(|text| Group::parse(request, text)).collect()
}

/// So many guests of what is measured on a platform, to be run together.
pub(crate) fn crowd(
    request: &Request,
    (platform, spec, _): &Candidate,
    count: u32,
) -> Result<Group, Trouble> {
    if platform.about().is_exact || !platform.about().is_live {
        return Err(Trouble::usage(
            format!("guests of {} do not run together on this machine", spec.label()),
            "ask for --guests on platforms whose guests are processes here, such as qemu-tcg",
        ));
    }
    let workload = suite::idling(request.image.kind);
    Group::new(request, (*platform, spec.clone()), workload, count, Pinning::None)
}

/// Each of `jobs`, and the same beside each of the neighbours. They follow one another, so that
/// boots alone and beside take turns.
pub(crate) fn variants(jobs: Vec<Job>, neighbours: &[Group]) -> Result<Vec<Job>, Trouble> {
    let mut all: Vec<Job> = Vec::new();
    for job in jobs {
        let beside = neighbours.iter().map(|asked| asked.beside(&job));
        let beside: Vec<Job> = beside.collect::<Result<_, Trouble>>()?;
        all.extend([job].into_iter().chain(beside));
    }
    for (index, job) in all.iter().enumerate() {
        let label = job.spec.label();
        if all[..index].iter().any(|other| other.spec.label() == label) {
            return Err(Trouble::usage(
                format!("two platforms are both called {label:?}"),
                format!("tell them apart with label=NAME, as in {label}:label=second"),
            ));
        }
    }
    Ok(all)
}

impl Group {
    /// The neighbours that `text` stands for.
    fn parse(request: &Request, text: &str) -> Result<Self, Trouble> {
        let (platform, spec) = Spec::parse_with(text, &platforms::all(), &KEYS)?;
        let workload = spec.get(WORKLOAD.name).ok_or_else(|| not(text, "it has no workload="))?;
        let count = match spec.get(COUNT.name).map(str::parse) {
            None => 1,
            Some(Ok(count @ 1..=64)) => count,
            Some(_) => return Err(not(text, "n= is no number from 1 to 64")),
        };
        let pin = spec.get(PIN.name).map_or(Ok(Pinning::None), pinning::asked_for);
        let pinning = pin.map_err(|why| not(text, &why))?;
        Self::new(request, (platform, spec.clone()), workload, count, pinning)
    }

    fn new(
        request: &Request,
        (platform, spec): (&'static dyn Platform, Spec),
        workload: &str,
        count: u32,
        pinning: Pinning,
    ) -> Result<Self, Trouble> {
        let text = spec.text();
        if !platform.about().is_live {
            return Err(not(text, "a recording keeps nothing busy"));
        }
        let image = image_with(&request.image, platform, workload)?
            .ok_or_else(|| not(text, &format!("no guest of it has a benchmark {workload:?}")))?;
        let detected = detect(platform, &spec, &image)?;
        let linux = match boots_linux(platform, &image) {
            true => Linuxes::one(&image, &spec)?,
            false => Linuxes::default(),
        };
        let file = image.to_file()?;
        let config = GuestConfig {
            kind: image.kind,
            linux: linux.boot(&spec),
            options: options(&spec, workload),
            pinning,
            ..GuestConfig::bare(image.arch, file.path(), request.memory)
        };
        let workload = workload.to_owned();
        Ok(Self { platform, spec, detected, workload, count, config, _file: file, _linux: linux })
    }

    /// `job` beside these.
    fn beside(&self, job: &Job) -> Result<Job, Trouble> {
        let (platform, hosts) = (job.platform, job.platform.about().hosts_neighbours);
        let is_same = platform.name() == self.platform.name();
        let label = job.spec.label();
        if !platform.about().is_live || platform.about().is_exact && !hosts {
            let why = format!("what runs beside {label} changes none of its figures");
            return Err(not(self.spec.text(), &why));
        }
        if hosts && !is_same {
            let why = format!("the neighbours of {label} run in the same machine as its guests");
            return Err(not(self.spec.text(), &why));
        }
        if self.platform.about().is_exact && !hosts {
            return Err(not(self.spec.text(), "it is heard only at its end"));
        }
        let mut variant = job.clone();
        variant.spec = job.spec.clone().called(&format!("{label}+{}", self.name()));
        let mut neighbourhood = self.neighbourhood();
        label.clone_into(&mut neighbourhood.about.alone);
        if hosts {
            let guests = neighbourhood.guests.drain(..);
            variant.config.neighbours = guests.map(|guest| guest.config).collect();
        }
        variant.beside = Some(neighbourhood);
        Ok(variant)
    }

    /// All of them.
    pub(crate) fn neighbourhood(&self) -> Neighbourhood {
        let about = Beside {
            name: self.name(),
            alone: String::new(),
            platform: self.platform.name().to_owned(),
            spec: self.spec.text().to_owned(),
            version: self.detected.version.clone(),
            guest: self.config.kind,
            workload: self.workload.clone(),
            count: self.count,
        };
        Neighbourhood { about, guests: vec![self.guest(); self.count as usize] }
    }

    fn guest(&self) -> Neighbour {
        let (platform, spec) = (self.platform, self.spec.clone());
        Neighbour { platform, spec, config: self.config.clone() }
    }

    /// What columns call them.
    fn name(&self) -> String {
        match (self.spec.label(), self.count) {
            (label, _) if label != self.spec.text() => label.to_owned(),
            (_, 1) => self.workload.clone(),
            (_, count) => format!("{count}x{}", self.workload),
        }
    }
}

/// The image for the first kind of guests of `platform` that has the benchmark `workload`; for guests
/// of the kind that is measured it is theirs.
fn image_with(
    measured: &KernelImage,
    platform: &dyn Platform,
    workload: &str,
) -> Result<Option<KernelImage>, Trouble> {
    for kind in GuestKind::ALL.into_iter().filter(|kind| platform.about().guests.contains(kind)) {
        let image = match kind == measured.kind {
            true => measured.clone(),
            false => KernelImage::carried(measured.arch, kind)?,
        };
        if image.benchmarks.iter().any(|benchmark| benchmark.name == workload) {
            return Ok(Some(image));
        }
    }
    Ok(None)
}

/// What has a guest run `workload` for as long as it lives. Its batches are long, so that it says
/// little: a record is an exit for each of its characters.
fn options(spec: &Spec, workload: &str) -> String {
    let options = KernelOptions {
        iterations: Iterations::Long,
        batches: BATCHES,
        budget_ms: BUDGET_MS,
        ..KernelOptions::plain(TIMEOUT_MS)
    };
    let more = spec.kernel_options().map(|more| format!(" {more}")).unwrap_or_default();
    format!("{options}{more} bench={workload}")
}

fn not(spec: &str, why: &str) -> Trouble {
    Trouble::usage(
        format!("nothing can run beside a guest as {spec:?}: {why}"),
        "write it as in --beside 'qemu-tcg:workload=cpuid,n=2'; in the lab it is the platform that is \
         measured, lab-kvm-npt:workload=cpuid",
    )
}
