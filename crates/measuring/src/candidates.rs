//! The platforms that a request can run on: those that are there, and why the others are not.

use crate::detection::{boots_linux, detect};
use crate::platforms;
use crate::request::Request;
use ground::Trouble;
use monitors::{Detected, Platform, Spec};
use results::Unit;
use system::interrupt::Interrupt;
use system::output::tell;

/// A platform that is there.
pub(crate) type Candidate = (&'static dyn Platform, Spec, Detected);

/// The platforms that `request` runs on.
///
/// # Errors
/// When one that it names cannot do what is asked for, and when none is there.
pub(crate) fn candidates(request: &Request) -> Result<Vec<Candidate>, Trouble> {
    if request.targets.is_empty() { everything(request) } else { named(request) }
}

/// The platforms named, each of which has to be there.
fn named(request: &Request) -> Result<Vec<Candidate>, Trouble> {
    let image = &request.image;
    let mut existing = platforms::all();
    existing.retain(|platform| {
        platform.exists_for(image.arch) && platform.about().guests.contains(&image.kind)
    });
    let mut found: Vec<Candidate> = Vec::new();
    let mut missing = Vec::new();
    for target in &request.targets {
        let resolved = target.resolve(&existing)?;
        let one_of_many = resolved.len() > 1;
        for (platform, spec) in resolved {
            refuse(request, platform, &spec)?;
            match detect(platform, &spec, image) {
                Ok(detected) => found.push((platform, spec, detected)),
                Err(why) if one_of_many => missing.push((spec.label().to_owned(), why)),
                Err(why) => return Err(why),
            }
        }
    }
    without_missing(found, missing)
}

/// Every platform that is there.
fn everything(request: &Request) -> Result<Vec<Candidate>, Trouble> {
    let image = &request.image;
    let boots =
        |p: &dyn Platform| request.costs.is_none() || boots_linux(p, image) || image.kind.is_bare();
    let suitable = |p: &&'static dyn Platform| {
        p.about().runs_by_default
            && boots(*p)
            && refuse(request, *p, &Spec::plain(p.name())).is_ok()
    };
    let mut found: Vec<Candidate> = Vec::new();
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

/// Refuses a platform that cannot do what `request` asks for, and names those that can.
fn refuse(request: &Request, platform: &dyn Platform, spec: &Spec) -> Result<(), Trouble> {
    let (label, kind) = (spec.label(), request.image.kind);
    let able = |can: &dyn Fn(&dyn Platform) -> bool| {
        let names = platforms::all().into_iter().filter(|p| can(*p)).map(Platform::name);
        names.collect::<Vec<_>>().join(", ")
    };
    let runs = |p: &dyn Platform| p.about().guests.contains(&kind);
    let is_timed = |p: &dyn Platform| p.about().channels.contains(&request.timing);
    if !runs(platform) {
        return Err(Trouble::usage(
            format!("the platform {label:?} does not run guests of the kind {}", kind.name()),
            format!("choose another kind with --guest, or one of these platforms: {}", able(&runs)),
        ));
    }
    if request.deterministic && !platform.about().can_be_deterministic {
        return Err(Trouble::usage(
            format!("the platform {label:?} cannot run deterministically"),
            format!(
                "leave --deterministic out, or use one of: {}",
                able(&|p| p.about().can_be_deterministic)
            ),
        ));
    }
    if request.verify && platform.unit(spec, request.deterministic) != Unit::Instructions {
        return Err(Trouble::usage(
            format!(
                "the platform {label:?} does not count instructions: no two runs of it are alike"
            ),
            "leave --verify out, or add --deterministic where the platform can do that",
        ));
    }
    if request.trace.is_some() && !platform.about().counts_batches {
        return Err(Trouble::usage(
            format!(
                "the platform {label:?} cannot be profiled: it does not know every instruction"
            ),
            "use one of the lab: hyperbench list platforms",
        ));
    }
    if !is_timed(platform) {
        return Err(Trouble::usage(
            format!("the platform {label:?} cannot be timed by {}", request.timing),
            format!("use --timing internal, or one of these platforms: {}", able(&is_timed)),
        ));
    }
    Ok(())
}

/// What was found; says of the `missing` why they are not there.
fn without_missing(
    found: Vec<Candidate>,
    missing: Vec<(String, Trouble)>,
) -> Result<Vec<Candidate>, Trouble> {
    if Interrupt::is_caught() {
        return Err(Trouble::interrupted());
    }
    if found.is_empty() {
        let reasons: Vec<_> = missing.iter().map(|(_, why)| why.to_string()).collect();
        let mut steps: Vec<_> = missing.into_iter().map(|(_, why)| why.next).collect();
        steps.dedup();
        let why = format!("no platform can run here: {}", reasons.join("; "));
        return Err(Trouble::unavailable(why, steps.join("; or ")));
    }
    for (name, why) in missing {
        tell(format_args!("{name} is left out: {why}\n  next: {}", why.next));
    }
    Ok(found)
}
