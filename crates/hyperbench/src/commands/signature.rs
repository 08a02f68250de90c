//! `hyperbench signature`: what operations cost above native, from kept results.

use std::path::Path;

use super::carried;
use super::model::native;
use super::written::write_json;
use crate::cli::SignatureArgs;
use crate::error::{Failure, UsageError};
use crate::exit::Exit;
use prediction::Signature;
use results::{PlatformRun, read};

/// Makes the signature.
pub(super) fn signature(args: &SignatureArgs) -> Result<Exit, Failure> {
    let events = carried::of_each(|benchmark| benchmark.event)?;
    let mut made: Option<Signature> = None;
    for path in &args.results {
        let document = read(path)?;
        let native = native(args.baseline.as_deref(), &document)?;
        let signature = made.get_or_insert_with(|| Signature::new(native.unit));
        for run in &document.platforms {
            if run.unit != signature.unit || native.unit != signature.unit {
                let (label, name) = (run.label.clone(), native.label.clone());
                return Err(UsageError::DifferentUnits { label, name }.into());
            }
            if !is_same(run, &native) {
                let event = |name: &str| events.get(&(run.guest, name.to_owned())).cloned();
                signature.add(run, &native, event);
            }
        }
    }
    let made = made.filter(|made| made.platforms.iter().any(|one| !one.operations.is_empty()));
    let made = made.ok_or_else(|| UsageError::NothingAboveNative {
        files: args.results.iter().map(|path| path.display().to_string()).collect(),
    })?;
    write_json(&made, args.output.as_deref().map(Path::new))
}

/// Whether `run` is what counts as native.
fn is_same(run: &PlatformRun, native: &PlatformRun) -> bool {
    (&run.label, run.guest) == (&native.label, native.guest)
}
