//! `hyperbench model`: fills the paper's cost model from a results file.

use std::path::Path;

use super::catalogues;
use crate::cli::ModelArgs;
use crate::exit::Exit;
use analysis::model::{Model, monitor_costs};
use ground::Trouble;
use measuring::platforms;
use reports::ModelReport;
use results::{Document, PlatformRun, read};
use system::output::stdout;

/// Prints the model.
pub(super) fn model(args: &ModelArgs) -> Result<Exit, Trouble> {
    let document = read(&args.results)?;
    if document.platforms.is_empty() {
        let file = args.results.display().to_string();
        return Err(Trouble::usage(
            format!("there is no platform in {file}"),
            format!("measure again, and keep the results: hyperbench run -o {file}"),
        ));
    }
    let baseline = native(args.baseline.as_deref(), &document)?;
    if let Some(other) = document.platforms.iter().find(|run| run.unit != baseline.unit) {
        let (label, name) = (other.label.clone(), baseline.label.clone());
        return Err(Trouble::usage(
            format!("{label:?} and {name:?} do not count the same: cycles against instructions"),
            "measure both with, or both without --deterministic",
        ));
    }
    let is_other = |run: &&PlatformRun| run.guest == baseline.guest && **run != baseline;
    let others = document.platforms.iter().filter(is_other);
    let terms = catalogues::terms()?;
    let models: Vec<Model> = others.map(|run| Model::new(run, &baseline, &terms)).collect();
    let platforms = platforms::all();
    let bare = |name: &str| platforms.iter().find(|platform| platform.name() == name)?.about().bare;
    let monitors = monitor_costs(&document, bare);
    let report = ModelReport { baseline: baseline.label, models, monitors };
    reports::model(&report, args.printed.format(), &mut stdout())?;
    Ok(Exit::Success)
}

/// The platform that counts as native: `name` is its label, or a file with it; without, it is the
/// baseline of `document`.
pub(super) fn native(name: Option<&str>, document: &Document) -> Result<PlatformRun, Trouble> {
    let name = name.unwrap_or(&document.baseline);
    if let Some(run) = document.platform(name) {
        return Ok(run.clone());
    }
    if Path::new(name).is_file() {
        let other = read(Path::new(name))?;
        if let Some(run) = other.baseline() {
            return Ok(PlatformRun { label: format!("{} of {name}", run.label), ..run.clone() });
        }
    }
    Err(Trouble::usage(
        format!(
            "the baseline {name:?} is none of the platforms of this run ({known})",
            name = name,
            known = document.labels()
        ),
        "name one of them with --baseline, or leave it out to use the first",
    ))
}
