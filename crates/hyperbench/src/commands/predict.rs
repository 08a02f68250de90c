//! `hyperbench predict`: what workloads cost on platforms, from signatures and usages.

use std::collections::BTreeMap;
use std::io;

use super::carried;
use super::contents;
use super::written::Page;
use crate::cli::{ALL_MODELS, PredictArgs};
use crate::exit::Exit;
use crate::workloads::Workloads;
use ground::Trouble;
use prediction::{
    Interference, MODELS, Prediction, Prices, Seen, Signature, Usage, Workload, learn, levers,
    ranking,
};
use reports::PredictionReport;
use reports::page::prediction_page;
use results::{Document, PlatformRun, Quantity, Summary, Unit, read};

/// Begins the names of counters of exits for a reason.
const EXIT: &str = "exit_";

/// Predicts what is asked for, and prints it.
pub(super) fn predict(args: &PredictArgs) -> Result<Exit, Trouble> {
    let signature = signature(args)?;
    let workloads = workloads(args, signature.unit)?;
    let neighbours = interference(args, &signature)?;
    let alone = signature.platforms.iter().map(|one| one.platform.clone());
    let labels: Vec<String> =
        alone.chain(neighbours.iter().map(|one| one.platform.clone())).collect();
    known(&args.platforms, &labels, "platform")?;
    let measured: Vec<Document> =
        args.measured.iter().map(|path| read(path)).collect::<Result<_, Trouble>>()?;
    let mut predictions = predict_all(&signature, &workloads, &measured);
    for beside in &neighbours {
        let more = co_located(beside, &predictions, &measured);
        predictions.extend(more);
    }
    learn(&mut predictions);
    let predictions = chosen(args, &predictions);
    let report = PredictionReport {
        unit: signature.unit,
        ranking: args.rank.then(|| ranking(&predictions)),
        levers: args.levers.then(|| levers(&predictions)),
        predictions,
    };
    if let Some(path) = &args.page {
        let inputs = [&args.signatures[..], &args.usages, &args.measured, &args.beside].concat();
        Page::new(path, &inputs)?.write(&prediction_page(&report))?;
        return Ok(Exit::Success);
    }
    reports::prediction(&report, args.printed.format(), &mut io::stdout().lock())?;
    Ok(Exit::Success)
}

/// All signatures together, with the costs that are asked for.
fn signature(args: &PredictArgs) -> Result<Signature, Trouble> {
    let mut all: Option<Signature> = None;
    for path in &args.signatures {
        let one = Signature::parse(contents(path)?, &path.display().to_string())?;
        match &mut all {
            None => all = Some(one),
            Some(all) if all.unit != one.unit => {
                let [label, name] = [path, &args.signatures[0]].map(|it| it.display().to_string());
                return Err(Trouble::usage(
                    format!(
                        "{label:?} and {name:?} do not count the same: cycles against instructions"
                    ),
                    "measure both with, or both without --deterministic",
                ));
            }
            Some(all) => all.extend(one),
        }
    }
    let mut all = all.unwrap_or_else(|| Signature::new(Unit::Cycles));
    for (name, cost) in &args.costs {
        if !all.set(name, *cost) {
            let known = all.events().into_iter().collect::<Vec<_>>().join(", ");
            return Err(Trouble::usage(
                format!("the signatures have no operation or event {name:?}"),
                format!("there are the events {known}, and operations by their names"),
            ));
        }
    }
    Ok(all)
}

/// What the results of `--beside` show of platforms that the signatures have.
fn interference(args: &PredictArgs, signature: &Signature) -> Result<Vec<Interference>, Trouble> {
    let events = match args.beside.is_empty() {
        true => BTreeMap::new(),
        false => carried::of_each(|benchmark| benchmark.event)?,
    };
    let mut all = Vec::new();
    for path in &args.beside {
        let document = read(path)?;
        let of = |run: &PlatformRun| {
            Interference::of(run, |name| events.get(&(run.guest, name.to_owned())).cloned())
        };
        let is_known =
            |one: &Interference| signature.platforms.iter().any(|p| p.platform == one.alone);
        let found: Vec<_> = document.platforms.iter().filter_map(of).filter(is_known).collect();
        if found.is_empty() {
            let file = path.display().to_string();
            return Err(Trouble::usage(
                format!("{file} does not say what neighbours do to a platform of the signatures"),
                format!(
                    "measure it: hyperbench run --platform PLATFORM --beside SPEC --bench spin --bench … -o {file}"
                ),
            ));
        }
        all.extend(found);
    }
    Ok(all)
}

/// What the predictions for the platform alone come to beside neighbours.
fn co_located(
    beside: &Interference,
    alone: &[Prediction],
    measured: &[Document],
) -> Vec<Prediction> {
    let is_a_priori =
        |name: &str| MODELS.iter().any(|model| model.name == name && model.is_a_priori);
    let mine = |one: &&Prediction| one.platform == beside.alone && is_a_priori(one.model);
    let of = |one: &Prediction| {
        let summary = find(measured, &beside.platform, &one.workload);
        let measured = summary.and_then(Quantity::of);
        Prediction { measured, ..beside.of_prediction(one) }
    };
    alone.iter().filter(mine).map(of).collect()
}

/// All workloads, which count in `unit`; one that is there twice is taken from the last file.
fn workloads(args: &PredictArgs, unit: Unit) -> Result<Vec<Workload>, Trouble> {
    let mut all: Vec<Workload> = Vec::new();
    for path in &args.usages {
        let usage = Usage::parse(contents(path)?, &path.display().to_string())?;
        if usage.unit != unit {
            let [label, name] = [path, &args.signatures[0]].map(|it| it.display().to_string());
            return Err(Trouble::usage(
                format!(
                    "{label:?} and {name:?} do not count the same: cycles against instructions"
                ),
                "measure both with, or both without --deterministic",
            ));
        }
        for workload in usage.workloads {
            all.retain(|known| known.name != workload.name);
            all.push(workload);
        }
    }
    for (of, workload) in added(args, &all)? {
        if of != unit {
            let (label, name) = (workload.name, args.signatures[0].display().to_string());
            return Err(Trouble::usage(
                format!(
                    "{label:?} and {name:?} do not count the same: cycles against instructions"
                ),
                "measure both with, or both without --deterministic",
            ));
        }
        all.push(workload);
    }
    let names: Vec<String> = all.iter().map(|workload| workload.name.clone()).collect();
    known(&args.workloads, &names, "workload")?;
    Ok(all)
}

/// The workloads that the user has added, with what they count: those that are asked for and not in a
/// file; without a file and a question, all.
fn added(args: &PredictArgs, known: &[Workload]) -> Result<Vec<(Unit, Workload)>, Trouble> {
    let is_known = |name: &&String| known.iter().any(|workload| workload.name == **name);
    let missing: Vec<&String> = args.workloads.iter().filter(|name| !is_known(name)).collect();
    let has_files = !args.usages.is_empty();
    if missing.is_empty() && (has_files || !args.workloads.is_empty()) {
        return Ok(Vec::new());
    }
    let workloads = Workloads::open()?;
    let names = match missing[..] {
        [] => workloads.names(),
        _ => {
            missing.into_iter().filter(|name| !has_files || workloads.has(name)).cloned().collect()
        }
    };
    if names.is_empty() && !has_files {
        return Err(Trouble::usage(
            "there are no workloads: none has been added, and no file is named",
            "name a file with --usage, or add one: hyperbench workload add NAME -- COMMAND",
        ));
    }
    let mut found = Vec::new();
    for name in &names {
        let usage = workloads.usage(name)?;
        found.extend(usage.workloads.into_iter().map(|workload| (usage.unit, workload)));
    }
    Ok(found)
}

/// Refuses a name that is asked for and is none of those there are.
fn known(asked: &[String], all: &[String], what: &'static str) -> Result<(), Trouble> {
    match asked.iter().find(|name| !all.contains(name)) {
        Some(name) => Err(Trouble::usage(
            format!("there is no {what} {name:?} in the files"),
            format!("there are: {known}", known = all.join(", ")),
        )),
        None => Ok(()),
    }
}

/// What every model says of every workload on every platform.
fn predict_all(
    signature: &Signature,
    workloads: &[Workload],
    measured: &[Document],
) -> Vec<Prediction> {
    let mut predictions = Vec::new();
    for platform in &signature.platforms {
        let prices = Prices::of(platform);
        for workload in workloads {
            let summary = find(measured, &platform.platform, &workload.name);
            let seen = summary.and_then(seen);
            let found = MODELS.iter().filter_map(|model| {
                let found = Prediction::new(model, workload, platform, &prices, seen.as_ref())?;
                Some(Prediction { measured: summary.and_then(Quantity::of), ..found })
            });
            predictions.extend(found);
        }
    }
    predictions
}

/// What was measured of `workload` on the platform called `label`.
fn find<'a>(measured: &'a [Document], label: &str, workload: &str) -> Option<&'a Summary> {
    let runs = measured.iter().flat_map(|document| &document.platforms);
    runs.filter(|run| run.label == label).find_map(|run| run.find(workload))
}

/// What was seen of one execution.
fn seen(summary: &Summary) -> Option<Seen> {
    let counters = &summary.events.as_ref()?.counters;
    let exits = counters.iter().filter_map(|(name, event)| {
        Some((name.strip_prefix(EXIT)?.to_owned(), event.per_operation))
    });
    let guest = summary.worlds.map(|worlds| {
        let [user, kernel, .., waits] = worlds.per_operation();
        user + kernel + waits
    });
    Some(Seen { exits: exits.collect(), guest })
}

/// The predictions that are asked for; without a model, of each workload on each platform by the last
/// of the models that need nothing from there.
fn chosen(args: &PredictArgs, all: &[Prediction]) -> Vec<Prediction> {
    let is_asked = |asked: &[String], name: &String| asked.is_empty() || asked.contains(name);
    let is_all = args.models.iter().any(|name| name == ALL_MODELS);
    let place = |one: &Prediction| MODELS.iter().position(|model| model.name == one.model);
    let best = |one: &Prediction| {
        let same = all
            .iter()
            .filter(|other| (&other.platform, &other.workload) == (&one.platform, &one.workload));
        let places = same.filter_map(place).filter(|place| MODELS[*place].is_a_priori);
        places.max() == place(one)
    };
    let is_chosen = |one: &Prediction| match &args.models[..] {
        [] => best(one),
        models => is_all || models.iter().any(|name| name == one.model),
    };
    let chosen = all.iter().filter(|one| {
        is_asked(&args.platforms, &one.platform)
            && is_asked(&args.workloads, &one.workload)
            && is_chosen(one)
    });
    chosen.cloned().collect()
}
