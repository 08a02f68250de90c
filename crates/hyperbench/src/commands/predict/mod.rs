//! `hyperbench predict`: what workloads cost on platforms, from signatures and usages.

mod beside;
mod costs;
mod program;
mod workloads;

use crate::cli::{PredictArgs, PredictPart};
use crate::commands::files::Page;
use crate::exit::Exit;
use costs::Costs;
use ground::Trouble;
use prediction::{Prediction, levers, ranking, select};
use reports::PredictionReport;
use reports::page::prediction_page;
use std::collections::BTreeSet;
use system::output::{stdout, tell};
use workloads::Chosen;

/// The most predictions on a page: it has some 25 MB then.
const MOST_ON_PAGE: usize = 10_000;

/// Predicts what is asked for, and prints it.
pub(super) fn predict(args: &PredictArgs) -> Result<Exit, Trouble> {
    match &args.part {
        Some(PredictPart::Signature(args)) => return super::signature::signature(args),
        Some(PredictPart::Usage(args)) => return super::usage::usage(args),
        None => {}
    }
    let costs = Costs::of(args)?;
    let Chosen { workloads, names, origins, .. } = Chosen::of(args, &costs)?;
    let neighbours = beside::interference(&args.beside, &costs.signature)?;
    let alone = costs.signature.platforms.iter().map(|one| &one.platform);
    let labels: Vec<String> =
        alone.chain(neighbours.iter().map(|one| &one.platform)).cloned().collect();
    check_platforms(&args.platforms, &labels)?;
    let all = prediction::predict(&costs.signature, &workloads, &costs.measured, &neighbours);
    let unknown = unknown(&all, &names, args, &costs);
    let predictions = select(all, &args.platforms, &names, &args.models);
    match unknown {
        Some(why) if predictions.is_empty() => return Err(why),
        Some(it) => tell(format_args!("note: {}\n  next: {}", it.why, it.next)),
        None => {}
    }
    if args.page.is_some() && predictions.len() > MOST_ON_PAGE {
        return Err(Trouble::usage(
            format!("{} predictions are more than a page can show", predictions.len()),
            format!("choose {MOST_ON_PAGE} at most: --workload, --on; or print them: --format csv"),
        ));
    }
    let ranking = args.rank.then(|| ranking(&predictions));
    let is_ranked = ranking.iter().flatten().all(|ranking| ranking.missing.is_empty());
    let report = PredictionReport {
        unit: costs.signature.unit,
        ranking,
        levers: args.levers.then(|| levers(&predictions)),
        predictions,
        has_shipped_costs: costs.shipped_arch.is_some(),
        origins: costs.origins.into_iter().chain(origins).collect(),
    };
    if let Some(path) = &args.page {
        let inputs = [&args.signatures[..], &args.usages, &args.measured, &args.beside].concat();
        Page::new(path, &inputs)?.write(&prediction_page(&report))?;
        return Ok(Exit::Success);
    }
    reports::prediction(&report, args.printed.format(), &mut stdout())?;
    Ok(if is_ranked { Exit::Success } else { Exit::Incomplete })
}

/// Why nothing is predicted of a workload that is asked for on some platform: on the machine that costs are held
/// against there, nobody has measured what it takes without a hypervisor.
fn unknown(
    all: &[Prediction],
    names: &[String],
    args: &PredictArgs,
    costs: &Costs,
) -> Option<Trouble> {
    let known: BTreeSet<_> = all.iter().map(|one| (&one.platform, &one.workload)).collect();
    let is_asked = |label: &String| args.platforms.is_empty() || args.platforms.contains(label);
    let platforms = costs.signature.platforms.iter().filter(|one| is_asked(&one.platform));
    let mut pairs = platforms.flat_map(|one| names.iter().map(move |name| (one, name)));
    let (platform, name) = pairs.find(|(one, name)| !known.contains(&(&one.platform, name)))?;
    Some(Trouble::usage(
        format!(
            "nothing is predicted of {name} on {}: what it takes on {} is not known",
            platform.platform, platform.native
        ),
        "have it run there, too: hyperbench predict --intel -- COMMAND, or workload add --intel",
    ))
}

/// Refuses a platform that is asked for and is none of those there are.
fn check_platforms(asked: &[String], all: &[String]) -> Result<(), Trouble> {
    match asked.iter().find(|name| !all.contains(name)) {
        Some(name) => Err(Trouble::usage(
            format!("no costs are known of a platform {name:?}"),
            format!("there are: {}", all.join(", ")),
        )),
        None => Ok(()),
    }
}

/// What `what` counts is not what costs count.
fn apart(what: &str) -> Trouble {
    Trouble::usage(
        format!("{what} and the costs do not count the same: cycles against instructions"),
        "take both from the lab, or both from machines: --signature FILE names other costs than those that ship",
    )
}
