//! A run that is followed instruction by instruction, and what comes of its last benchmark.

use std::path::Path;

use super::contents;
use ground::Trouble;
use images::KernelImage;
use lab::{Batch, Symbols};
use measuring::{Job, Session, Watcher};
use results::{Measured, PlatformRun, Profile, Sample};
use system::interrupt::Interrupt;
use system::output::tell;

/// Runs `job`, whose trace comes into `folder`, with `image`, and takes those batches of its last benchmark apart
/// that `choose` picks.
///
/// # Errors
/// When nothing is measured, or `choose` has a reason against it.
pub(super) fn profile(
    job: &Job,
    folder: &Path,
    image: &KernelImage,
    choose: &dyn Fn(&Measured) -> Result<Vec<Sample>, Trouble>,
) -> Result<Profile, Trouble> {
    let label = job.spec.label();
    let interrupt = Interrupt::catch()?;
    let mut listener = Listener::default();
    let mut session = Session::new(job);
    session.round(&interrupt, &mut listener);
    let run = session.run();
    let measured = run.boots.last().and_then(|boot| boot.benchmarks.last());
    let batch = |sample: &Sample| {
        let run = (sample.run_mark?, sample.run);
        Some(Batch { run, control: (sample.control_mark?, sample.control) })
    };
    let measured =
        measured.filter(|it| it.plan.is_some() && it.samples.iter().all(|it| batch(it).is_some()));
    let measured = measured.filter(|it| !it.samples.is_empty()).ok_or_else(|| nothing(job, run))?;
    let batches: Vec<Batch> =
        choose(&followed(measured, folder))?.iter().filter_map(batch).collect();
    let n = measured.plan.as_ref().map_or(1, |plan| plan.n);
    let console = String::from_utf8_lossy(&listener.0);
    let mut symbols = Symbols::new(image.built(), &console, folder);
    if let Some(linux) = &job.config.linux {
        symbols = symbols.with_linux(&contents(&linux.kernel)?);
    }
    if !symbols.missing().is_empty() {
        let what = symbols.missing().join("; ");
        tell(format_args!("{label}: some names are missing, their addresses are shown: {what}"));
    }
    let mut profile = lab::profile(folder, &symbols, &batches, n)?;
    let answers = profile.answers.iter_mut().filter_map(|answer| answer.left.as_mut());
    let exits = profile.exits.iter_mut().map(|exits| &mut exits.left);
    for left in profile.left.iter_mut().chain(answers).chain(exits) {
        let instruction = image.instruction(left.address);
        left.instruction = instruction.map(|it| it.text).unwrap_or_default();
    }
    Ok(Profile { platform: label.to_owned(), benchmark: measured.name.clone(), ..profile })
}

/// What was measured, in batches that the trace has whole, if any: of long operations those that come first.
fn followed(measured: &Measured, folder: &Path) -> Measured {
    let windows = lab::whole_windows(folder);
    let has = |mark: Option<u64>| mark.is_some_and(|number| windows.contains(&number));
    let mut followed = measured.clone();
    followed.samples.retain(|sample| has(sample.run_mark) && has(sample.control_mark));
    if followed.samples.is_empty() { measured.clone() } else { followed }
}

/// Why there are no batches in `run`.
fn nothing(job: &Job, run: &PlatformRun) -> Trouble {
    let measured = run.boots.last().and_then(|boot| boot.benchmarks.last());
    let reason = measured.map(|measured| measured.reason.clone()).filter(|it| !it.is_empty());
    let reason = reason.or_else(|| run.failure.clone()).unwrap_or_default();
    let name = job.benchmarks.last().map_or("", |benchmark| &benchmark.name);
    Trouble::unavailable(
        format!("{name} was not measured on {}: {reason}", run.label),
        format!("see what a run says: hyperbench run --platform {}", run.spec),
    )
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
