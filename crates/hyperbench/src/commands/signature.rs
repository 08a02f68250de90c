//! `hyperbench predict signature`: what operations cost above native, from kept results.

use std::path::Path;

use super::catalogues;
use super::files::write_json;
use super::model::native;
use super::run::measure;
use crate::cli::SignatureArgs;
use crate::exit::Exit;
use ground::{GuestKind, Trouble};
use images::KernelImage;
use measuring::{Request, Target};
use prediction::{Origin, Signature};
use results::{Document, PlatformRun, read};

/// Operations of each benchmark whose events are counted.
const EVENTS: u64 = 1_000;

/// Makes the signature.
pub(super) fn signature(args: &SignatureArgs) -> Result<Exit, Trouble> {
    let events = catalogues::of_each(|benchmark| benchmark.event)?;
    let mut made: Option<Signature> = None;
    for document in documents(args)? {
        let native = native(args.baseline.as_deref(), &document)?;
        let signature = made.get_or_insert_with(|| Signature::new(native.unit));
        Origin::join(&mut signature.origin, Origin::of(&document));
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
    made.iter_mut().for_each(Signature::share_parts);
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

/// The results that it is made of: kept ones, or those of what is measured now.
fn documents(args: &SignatureArgs) -> Result<Vec<Document>, Trouble> {
    match args.platforms.is_empty() {
        true => args.results.iter().map(|path| read(path)).collect(),
        false => GuestKind::ALL.into_iter().map(|kind| measured(args, kind)).collect(),
    }
}

/// Measures in guests of this kind the operations that are measures of events.
fn measured(args: &SignatureArgs, kind: GuestKind) -> Result<Document, Trouble> {
    let image = KernelImage::carried(args.arch.arch(), kind)?;
    let of_events = image.benchmarks.iter().filter(|benchmark| benchmark.event.is_some());
    let benches = of_events.map(|benchmark| benchmark.name.clone()).collect();
    let specs = [lab::NATIVE].into_iter().chain(args.platforms.iter().map(String::as_str));
    let request = Request {
        targets: specs.map(|spec| Target::Text(spec.to_owned())).collect(),
        benches,
        events: Some(EVENTS),
        ..Request::new(super::tool(), image)
    };
    match measure(&request)? {
        (_, Exit::Interrupted) => Err(Trouble::interrupted()),
        (document, _) => Ok(document),
    }
}

/// Whether `run` is what counts as native.
fn is_same(run: &PlatformRun, native: &PlatformRun) -> bool {
    (&run.label, run.guest) == (&native.label, native.guest)
}
