//! Which functions make steps: both runs again, in the same order, with the batches of the step followed.

use super::folder::Folder;
use crate::commands::{tool, traced};
use crate::exit::Exit;
use analysis::atlas::{Atlas, Build, Explained, Step, origin};
use ground::{Arch, Trouble};
use images::KernelImage;
use measuring::{Again, Plan, Request};
use monitors::Trace;
use results::{Document, Profile};
use system::interrupt::Interrupt;
use system::output::tell;

/// Explains the `most` greatest steps of at least `threshold` in `atlas` that are not explained yet, and keeps that
/// in `folder`. What cannot be profiled is said, and the rest goes on.
pub(super) fn steps(
    folder: &Folder,
    atlas: &Atlas,
    threshold: f64,
    most: usize,
) -> Result<Exit, Trouble> {
    let mut exit = Exit::Success;
    let (starts, open): (Vec<_>, Vec<_>) = atlas
        .steps_from(threshold)
        .filter(|step| step.explained.is_none())
        .partition(|step| step.is_of_a_start());
    if !starts.is_empty() {
        let count = starts.len();
        tell(format_args!("atlas: how guests start has {count} steps, and no profile to follow"));
    }
    for step in open.into_iter().take(most) {
        let Step { platform, benchmark, from, to, .. } = step;
        tell(format_args!("atlas: {benchmark} on {platform}, {from} to {to}"));
        match explained(folder, atlas, step) {
            Ok(explained) => folder.keep(step, &explained)?,
            Err(_) if Interrupt::is_caught() => return Ok(Exit::Interrupted),
            Err(trouble) => {
                tell(format_args!("left out: {}; {}", trouble.why, trouble.next));
                exit = Exit::Benchmark;
            }
        }
    }
    Ok(exit)
}

/// What explains `step`.
fn explained(folder: &Folder, atlas: &Atlas, step: &Step) -> Result<Explained, Trouble> {
    let profile = |name: &str| {
        let mut columns = atlas.columns.iter().filter(|column| column.platform == step.platform);
        let Build { file, .. } =
            columns.find_map(|column| column.build(name)).ok_or_else(|| {
                Trouble::unavailable(format!("nothing is known of {name}"), "measure it again")
            })?;
        let document = results::read(&folder.file(file))?;
        repeated(&document, step, name).map_err(|trouble| Trouble {
            next: format!("{}, or measure it again once {file} is removed", trouble.next),
            ..trouble
        })
    };
    Ok(step.explained_by(&profile(&step.from)?, &profile(&step.to)?))
}

/// A profile of the batches in `document` that the figure of the build called `name` is of.
fn repeated(document: &Document, step: &Step, name: &str) -> Result<Profile, Trouble> {
    let Step { platform, benchmark, .. } = step;
    let refused = |why: &str| {
        Trouble::unavailable(
            format!("{benchmark} with {name} cannot be repeated: {why}"),
            format!("profile it alone: hyperbench profile PLATFORM {benchmark}"),
        )
    };
    let run = origin(document, platform, name).ok_or_else(|| refused("its results have gone"))?;
    let again = Again::of(&document.settings, run, benchmark)
        .ok_or_else(|| refused("only a run with --events says which batches it had"))?;
    let image = KernelImage::carried(Arch::native(), run.guest)?;
    if run.image.as_ref().is_some_and(|built| built.sha256 != image.sha256()) {
        return Err(refused("another build of the benchmark kernel was measured"));
    }
    let folder = tempfile::tempdir()?;
    let trace = Trace { folder: folder.path().to_owned(), windows: again.windows() };
    let request = Request { trace: Some(trace), ..again.request(tool(), image.clone()) };
    let plan = Plan::new(&request)?;
    let [job] = &plan.jobs[..] else { return Err(refused("it is not of one platform")) };
    let same =
        |measured: &_| again.same(measured).ok_or_else(|| refused("it costs another number now"));
    traced::profile(job, folder.path(), &image, &same)
}
