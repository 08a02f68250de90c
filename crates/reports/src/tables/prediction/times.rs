//! Predicted times for people: a table for each workload, and what is to be known of the figures.

use std::collections::{BTreeMap, BTreeSet};

use comfy_table::Cell;

use super::super::lines::{joined, wrapped};
use super::super::style;
use super::PredictionReport;
use crate::cost::Shown;
use crate::digits::{average, percent};
use prediction::Prediction;

/// Columns of the screen.
const WIDTH: usize = 80;

/// Parts of a time above native that are named.
const NAMED: usize = 5;

/// What the table of times has.
const HEADER: [&str; 6] = ["platform", "model", "predicted", "above", "measured", "error"];

/// Stands for the share that is explained of what may be nothing.
const UNRESOLVED: &str = "?";

/// The whole text.
pub(super) fn text(report: &PredictionReport) -> String {
    let mut workloads: Vec<&str> = Vec::new();
    for one in &report.predictions {
        if !workloads.contains(&one.workload.as_str()) {
            workloads.push(&one.workload);
        }
    }
    let of = |name: &str| {
        let same: Vec<_> = report.predictions.iter().filter(|one| one.workload == name).collect();
        workload(report, &same)
    };
    let tables: String = workloads.into_iter().map(of).collect();
    tables + &legend(report)
}

/// What is predicted of a workload on each platform, and what that is made of.
fn workload(report: &PredictionReport, same: &[&Prediction]) -> String {
    let Some(first) = same.first() else { return String::new() };
    let native = Shown::figure(first.native).text(0);
    let model =
        if is_one_model(same) { format!(" by the model {}", first.model) } else { String::new() };
    let unit = report.unit;
    let heading = format!("{}: {native} {unit} natively; predicted{model}:", first.workload);
    let others: String =
        same.iter().filter(|one| one.native != first.native).map(|one| machine(one)).collect();
    let heading = wrapped(" ", &heading, WIDTH) + &others;
    heading + "\n" + &times(same) + "\n" + &parts(same) + "\n"
}

/// What the workload takes natively on the machine of a platform that is not the first one's.
fn machine(one: &Prediction) -> String {
    let native = Shown::figure(one.native).text(0);
    wrapped(" ", &format!("Natively on the machine of {}: {native}.", one.platform), WIDTH)
}

fn is_one_model(same: &[&Prediction]) -> bool {
    same.iter().all(|one| one.model == same[0].model)
}

/// Columns in which nothing stands are left out, and so is the model where it is the same for all.
fn times(same: &[&Prediction]) -> String {
    let predicted: Vec<_> = same.iter().map(|one| Shown::figure(one.predicted)).collect();
    let predicted = Shown::column(&predicted);
    let rows: Vec<[String; 6]> =
        same.iter().zip(&predicted).map(|(one, predicted)| row(one, predicted)).collect();
    let is_told = |column: &usize| match HEADER[*column] {
        "model" => !is_one_model(same),
        _ => rows.iter().any(|row| !row[*column].is_empty()),
    };
    let columns: Vec<usize> = (0..HEADER.len()).filter(is_told).collect();
    let names: Vec<&str> = columns.iter().map(|column| HEADER[*column]).collect();
    let mut table = style::new_table(&names, style::wants_colour());
    for row in &rows {
        table.add_row(columns.iter().map(|column| Cell::new(&row[*column])));
    }
    let first = names.iter().position(|name| *name == "predicted").unwrap_or_default();
    style::align_right_from(&mut table, first);
    style::text(&table)
}

fn row(one: &Prediction, predicted: &str) -> [String; 6] {
    let least = if one.unpriced.is_empty() { "" } else { "≥ " };
    [
        one.platform.clone(),
        one.model.to_owned(),
        format!("{least}{predicted}"),
        signed(one.overhead() / one.native.value),
        one.measured.map(|measured| average(measured.value)).unwrap_or_default(),
        one.error().map(signed).unwrap_or_default(),
    ]
}

/// What the times above native are made of, and how much of what was measured that explains.
fn parts(same: &[&Prediction]) -> String {
    let is_measured = same.iter().any(|one| one.measured.is_some());
    let name = |one: &Prediction| match is_one_model(same) {
        true => one.platform.clone(),
        false => format!("{}, {}", one.platform, one.model),
    };
    let width = same.iter().map(|one| name(one).chars().count()).max().unwrap_or_default();
    let line = |first: &str, explained: &str, parts: &[String]| {
        let explained = if is_measured { format!("   {explained:>9}") } else { String::new() };
        joined(&format!(" {first:width$}{explained}   "), parts, ", ", WIDTH)
    };
    let made: Vec<_> = same.iter().filter(|one| !one.terms.is_empty()).collect();
    let lines = made.iter().map(|one| {
        let unresolved = || one.measured.map_or("", |_| UNRESOLVED).to_owned();
        let explained = one.explained().map_or_else(unresolved, percent);
        line(&name(one), &explained, &made_of(one))
    });
    let heading = line("", "explained", &["of what is above native".to_owned()]);
    if made.is_empty() { String::new() } else { heading + &lines.collect::<String>() }
}

fn made_of(one: &Prediction) -> Vec<String> {
    let overhead = one.overhead();
    let parts = one.terms.iter().filter(|term| term.adds.value != 0.0).take(NAMED);
    parts.map(|term| format!("{} {}", term.event, share(term.adds.value / overhead))).collect()
}

/// What is to be known of the figures.
fn legend(report: &PredictionReport) -> String {
    let all = &report.predictions;
    let mut notes = Vec::new();
    let has = |of: &dyn Fn(&Prediction) -> bool| all.iter().any(of);
    if has(&|one| one.predicted.interval().is_some()) {
        let learned = "±: by costs and counts (95 %), and by the model's own error as programs of other kinds that \
                       were measured there tell it: nine of ten are within";
        let unlearned = "±: the 95 % interval by costs and counts alone. The model's own error is not in it: no \
                         two other workloads were measured there (--measured).";
        notes.push(
            if has(&|one| one.model_error.is_some()) { learned } else { unlearned }.to_owned(),
        );
    }
    if has(&|one| one.measured.is_some()) {
        notes.push(
            "explained: the share that is predicted of what was measured above native".to_owned(),
        );
    }
    notes.extend(all.iter().filter_map(unresolved));
    notes.extend(unpriced(all));
    notes.extend(all.iter().filter_map(beyond));
    notes.extend(origins(report));
    notes.extend(differing(report));
    if report.has_shipped_costs {
        notes.push(format!(
            "They are {} of the lab's, counted in an emulated machine: no time on yours. Costs of your own \
             platforms: hyperbench predict signature --help, then --signature FILE.",
            report.unit
        ));
    }
    notes.iter().map(|note| wrapped(" ", note, WIDTH)).collect()
}

/// Where costs and counts come from: what has the same origin, together.
fn origins(report: &PredictionReport) -> Vec<String> {
    let mut known: Vec<(String, String)> = Vec::new();
    for (what, origin) in &report.origins {
        let origin = origin.to_string();
        match known.iter_mut().find(|(_, other)| *other == origin) {
            Some((all, _)) => *all += &format!("; {what}"),
            None => known.push((what.clone(), origin)),
        }
    }
    known.into_iter().map(|(what, origin)| format!("{what}: {origin}")).collect()
}

/// Platforms that are not the same for costs as for counts.
fn differing(report: &PredictionReport) -> Option<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (platform, version) in report.origins.iter().flat_map(|(_, origin)| &origin.platforms) {
        versions.entry(platform).or_default().insert(version);
    }
    versions.retain(|_, known| known.len() > 1);
    let names: Vec<&str> = versions.into_keys().collect();
    (!names.is_empty()).then(|| {
        format!(
            "! Costs and counts are of different versions of {}: measure both with the same.",
            names.join(", ")
        )
    })
}

/// What has no cost, for each platform that lacks some.
fn unpriced(predictions: &[Prediction]) -> Vec<String> {
    let mut of: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for one in predictions {
        let names = one.unpriced.iter().map(String::as_str);
        of.entry(&one.platform).or_default().extend(names);
    }
    of.retain(|_, names| !names.is_empty());
    let means = "≥: at least, for these have no cost in the signatures and may cost anything:";
    let line = |(platform, names): (&str, BTreeSet<&str>)| {
        format!("{platform}: {}", Vec::from_iter(names).join(", "))
    };
    let heading = (!of.is_empty()).then(|| means.to_owned());
    heading.into_iter().chain(of.into_iter().map(line)).collect()
}

/// What is more than anything that the interval was learned from.
fn beyond(one: &Prediction) -> Option<String> {
    let Prediction { platform, workload, beyond, .. } = one;
    (!beyond.is_empty()).then(|| {
        format!(
            "! {workload} on {platform} is outside of what its ± was learned from, by {}, and may be further off: \
             measure it there once, and others like it (--measured)",
            beyond.join(", ")
        )
    })
}

/// What may have been measured above native, where it may be nothing.
fn unresolved(one: &Prediction) -> Option<String> {
    let overhead = one.measured_overhead().filter(|overhead| overhead.has_interval)?;
    let [low, high] = [overhead.low, overhead.high].map(|end| signed(end / one.native.value));
    one.explained().is_none().then(|| {
        format!(
            "{UNRESOLVED}: what was measured above native on {} cannot be told from nothing: {low} to {high} of native",
            one.platform
        )
    })
}

/// A share with its sign.
fn signed(share: f64) -> String {
    let sign = if share < 0.0 { "−" } else { "+" };
    sign.to_owned() + &percent(share.abs())
}

/// The same with the sign of what is less than nothing alone.
fn share(share: f64) -> String {
    signed(share).trim_start_matches('+').to_owned()
}

#[cfg(test)]
#[path = "times_tests.rs"]
mod tests;
