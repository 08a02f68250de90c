//! `hyperbench predict signature`: what operations cost above native, from kept results.

use std::path::Path;

use super::carried;
use super::model::native;
use super::written::write_json;
use crate::cli::SignatureArgs;
use crate::exit::Exit;
use ground::Trouble;
use prediction::Signature;
use results::{PlatformRun, read};

/// Makes the signature.
pub(super) fn signature(args: &SignatureArgs) -> Result<Exit, Trouble> {
    let events = carried::of_each(|benchmark| benchmark.event)?;
    let mut made: Option<Signature> = None;
    for path in &args.results {
        let document = read(path)?;
        let native = native(args.baseline.as_deref(), &document)?;
        let signature = made.get_or_insert_with(|| Signature::new(native.unit));
        for run in &document.platforms {
            if run.unit != signature.unit || native.unit != signature.unit {
                let (label, name) = (run.label.clone(), native.label.clone());
                return Err(Trouble::usage(
                    format!(
                        "{label:?} and {name:?} do not count the same: cycles against instructions"
                    ),
                    "measure both with, or both without --deterministic",
                ));
            }
            if !is_same(run, &native) {
                let event = |name: &str| events.get(&(run.guest, name.to_owned())).cloned();
                signature.add(run, &native, event);
            }
        }
    }
    let made = made.filter(|made| made.platforms.iter().any(|one| !one.operations.is_empty()));
    let made = made.ok_or_else(|| {
        Trouble::usage(
            format!(
                "nothing in {} has a cost both on a platform and natively",
                args.results
                    .iter()
                    .map(|it| it.display().to_string())
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            "measure a native platform in the same run, or name its results with --baseline",
        )
    })?;
    write_json(&made, args.output.as_deref().map(Path::new))
}

/// Whether `run` is what counts as native.
fn is_same(run: &PlatformRun, native: &PlatformRun) -> bool {
    (&run.label, run.guest) == (&native.label, native.guest)
}
