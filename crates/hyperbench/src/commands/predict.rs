//! `hyperbench predict`: what workloads cost on platforms, from signatures and usages.

use std::collections::{BTreeMap, HashMap};

use super::carried;
use super::contents;
use super::written::Page;
use crate::cli::{PredictArgs, PredictPart};
use crate::exit::Exit;
use crate::workloads::Workloads;
use ground::Trouble;
use prediction::{Interference, Signature, Usage, Workload, levers, ranking, select};
use reports::PredictionReport;
use reports::page::prediction_page;
use results::{Document, PlatformRun, Unit, read};
use system::output::stdout;

/// Predicts what is asked for, and prints it.
pub(super) fn predict(args: &PredictArgs) -> Result<Exit, Trouble> {
    match &args.part {
        Some(PredictPart::Signature(args)) => return super::signature::signature(args),
        Some(PredictPart::Usage(args)) => return super::usage::usage(args),
        None => {}
    }
    let signature = signature(args)?;
    let workloads = workloads(args, signature.unit)?;
    let neighbours = interference(args, &signature)?;
    let alone = signature.platforms.iter().map(|one| one.platform.clone());
    let labels: Vec<String> =
        alone.chain(neighbours.iter().map(|one| one.platform.clone())).collect();
    known(&args.platforms, &labels, "platform")?;
    let measured: Vec<Document> =
        args.measured.iter().map(|path| read(path)).collect::<Result<_, Trouble>>()?;
    let all = prediction::predict(&signature, &workloads, &measured, &neighbours);
    let predictions = select(&all, &args.platforms, &args.workloads, &args.models);
    let ranking = args.rank.then(|| ranking(&predictions));
    let is_ranked = ranking.iter().flatten().all(|ranking| ranking.missing.is_empty());
    let report = PredictionReport {
        unit: signature.unit,
        ranking,
        levers: args.levers.then(|| levers(&predictions)),
        predictions,
    };
    if let Some(path) = &args.page {
        let inputs = [&args.signatures[..], &args.usages, &args.measured, &args.beside].concat();
        Page::new(path, &inputs)?.write(&prediction_page(&report))?;
        return Ok(Exit::Success);
    }
    reports::prediction(&report, args.printed.format(), &mut stdout())?;
    Ok(if is_ranked { Exit::Success } else { Exit::Incomplete })
}

/// All signatures together, with the costs that are asked for.
fn signature(args: &PredictArgs) -> Result<Signature, Trouble> {
    let mut all: Option<Signature> = None;
    for path in &args.signatures {
        let one = Signature::parse(contents(path)?, &path.display().to_string())?;
        match &mut all {
            None => all = Some(one),
            Some(all) if all.unit != one.unit => {
                return Err(apart(args, &path.display().to_string()));
            }
            Some(all) => all.extend(one),
        }
    }
    let mut all = all.ok_or_else(|| {
        Trouble::usage(
            "a prediction needs to know what operations cost: a signature of the platforms",
            "make one: hyperbench run --platform 'lab-*' --suite full --events -o lab.json; hyperbench \
             predict signature lab.json -o lab.signature.json; then add --signature lab.signature.json",
        )
    })?;
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

/// What is called `name` counts otherwise than the first signature.
fn apart(args: &PredictArgs, name: &str) -> Trouble {
    let first = args.signatures[0].display().to_string();
    Trouble::usage(
        format!("{name:?} and {first:?} do not count the same: cycles against instructions"),
        "measure both with, or both without --deterministic",
    )
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

/// All workloads, which count in `unit`; one that is there twice is taken from the last file.
fn workloads(args: &PredictArgs, unit: Unit) -> Result<Vec<Workload>, Trouble> {
    let mut all: Vec<Workload> = Vec::new();
    let mut last = HashMap::new();
    for path in &args.usages {
        let usage = Usage::parse(contents(path)?, &path.display().to_string())?;
        if usage.unit != unit {
            return Err(apart(args, &path.display().to_string()));
        }
        for workload in usage.workloads {
            last.insert(workload.name.clone(), all.len());
            all.push(workload);
        }
    }
    let mut place = 0..;
    all.retain(|one| place.next() == last.get(&one.name).copied());
    for (of, workload) in added(args, &all)? {
        if of != unit {
            return Err(apart(args, &workload.name));
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
