//! Predictions: a table for people, rows for scripts, the whole for programs.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use comfy_table::Cell;
use serde::Serialize;

use super::style;
use crate::Format;
use crate::cost::Shown;
use crate::data;
use crate::digits::percent;
use prediction::{Lever, Prediction, Ranking};
use results::{Quantity, Unit};

/// Operations of a prediction, and levers of a platform, that are named.
const NAMED: usize = 5;
const LEVERS: usize = 10;

/// The column of predicted times.
const PREDICTED: usize = 4;

/// What the command `predict` prints.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PredictionReport {
    /// What times count.
    pub unit: Unit,
    /// The predictions.
    pub predictions: Vec<Prediction>,
    /// The platforms in their order, where that is asked for.
    pub ranking: Option<Vec<Ranking>>,
    /// What matters most, where that is asked for.
    pub levers: Option<Vec<Lever>>,
}

/// Prints predictions, or what follows from them.
///
/// # Errors
/// When `out` cannot be written.
pub fn prediction(
    report: &PredictionReport,
    format: Format,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match (format, &report.ranking, &report.levers) {
        (Format::Json, ..) => data::write(report, out),
        (Format::Csv, Some(ranking), _) => ranking_csv(ranking, out),
        (Format::Csv, _, Some(levers)) => data::rows(levers.iter(), out),
        (Format::Csv, ..) => data::rows(report.predictions.iter().map(Row::of), out),
        (Format::Table, Some(ranking), _) => out.write_all(ranking_text(ranking).as_bytes()),
        (Format::Table, _, Some(levers)) => out.write_all(levers_text(levers).as_bytes()),
        (Format::Table, ..) => out.write_all(text(report).as_bytes()),
    }
}

fn text(report: &PredictionReport) -> String {
    let all = &report.predictions;
    let header =
        ["platform", "workload", "model", "native", "predicted", "measured", "error", "explained"];
    let mut table = style::new_table(&[&header[..], &["made of"]].concat(), style::wants_colour());
    let shown = |one: Quantity| Shown::figure(one);
    let optional = |one: Option<Quantity>| one.map(shown).unwrap_or_default();
    let columns = [
        Shown::column(&all.iter().map(|one| shown(one.native)).collect::<Vec<_>>()),
        Shown::column(&all.iter().map(|one| shown(one.predicted)).collect::<Vec<_>>()),
        Shown::column(&all.iter().map(|one| optional(one.measured)).collect::<Vec<_>>()),
    ];
    let platforms = style::once_each(all.iter().map(|one| one.platform.as_str()));
    for (row, (one, platform)) in all.iter().zip(platforms).enumerate() {
        let mut cells = vec![platform.to_owned(), one.workload.clone(), one.model.to_owned()];
        cells.extend(columns.iter().map(|column| column[row].clone()));
        if !one.unpriced.is_empty() {
            cells[PREDICTED].insert_str(0, "≥ ");
        }
        cells.push(one.error().map(signed).unwrap_or_default());
        cells.push(one.explained().map(percent).or_else(|| unresolved(one)).unwrap_or_default());
        cells.push(made_of(one));
        table.add_row(cells.iter().map(Cell::new));
    }
    style::align_right_from(&mut table, 3);
    if let Some(last) = table.column_mut(header.len()) {
        last.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    format!(" Predicted times, in {}\n{}\n{}", report.unit, style::text(&table), legend(report))
}

fn legend(report: &PredictionReport) -> String {
    let mut lines = vec![
        " explained: the share that is predicted of what was measured above native".to_owned(),
        " made of: the greatest parts of what is predicted above native".to_owned(),
    ];
    if report.predictions.iter().any(|one| one.explained().is_none() && one.measured.is_some()) {
        lines.push(
            " nothing, or …: what was measured above native cannot be told from nothing, and may be so \
             much of native"
                .to_owned(),
        );
    }
    if report.predictions.iter().any(|one| one.model_error.is_none()) {
        lines.push(
            " The model's own error is not in an interval: no two other workloads were measured"
                .to_owned(),
        );
    }
    lines.extend(unpriced(&report.predictions));
    lines.join("\n") + "\n"
}

/// What has no cost in the signatures, a line for each platform that lacks some.
fn unpriced(predictions: &[Prediction]) -> Vec<String> {
    let mut of: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for one in predictions {
        let names = one.unpriced.iter().map(String::as_str);
        of.entry(&one.platform).or_default().extend(names);
    }
    of.retain(|_, names| !names.is_empty());
    let means = " ≥: at least, for these have no cost in the signatures and may cost anything:";
    let line = |(platform, names): (&str, BTreeSet<&str>)| {
        format!("   {platform}: {}", Vec::from_iter(names).join(", "))
    };
    let heading = (!of.is_empty()).then(|| means.to_owned());
    heading.into_iter().chain(of.into_iter().map(line)).collect()
}

/// What may have been measured above native, in shares of that, where it may be nothing.
fn unresolved(one: &Prediction) -> Option<String> {
    let overhead = one.measured_overhead().filter(|overhead| overhead.has_interval)?;
    let [low, high] = [overhead.low, overhead.high].map(|end| signed(end / one.native.value));
    Some(format!("nothing, or {low} to {high}"))
}

/// A share with its sign.
fn signed(share: f64) -> String {
    let sign = if share < 0.0 { "−" } else { "+" };
    sign.to_owned() + &percent(share.abs())
}

fn made_of(one: &Prediction) -> String {
    let overhead = one.overhead();
    let part =
        |term: &prediction::Term| format!("{} {}", term.event, percent(term.adds.value / overhead));
    let parts = one.terms.iter().filter(|term| term.adds.value != 0.0).take(NAMED);
    parts.map(part).collect::<Vec<_>>().join(", ")
}

fn ranking_text(rankings: &[Ranking]) -> String {
    let header = ["workload", "fastest first", "the first is first"];
    let mut table = style::new_table(&header, style::wants_colour());
    for ranking in rankings {
        let places = ranking.platforms.iter().map(|(name, time)| {
            let time = Shown::figure(*time).text(0);
            format!("{name} ({time})")
        });
        let certainty = match (ranking.certainty, ranking.platforms.len()) {
            (_, 0) => "not ranked".to_owned(),
            (_, 1) => "the only one".to_owned(),
            (Some(share), _) => format!("at least {}", percent(share)),
            (None, _) => "not known".to_owned(),
        };
        table.add_row([ranking.workload.clone(), places.collect::<Vec<_>>().join(", "), certainty]);
    }
    let reasons: Vec<String> = rankings.iter().filter_map(not_ranked).collect();
    let next = "  next: measure what is missing, leave the platform out with --on, or say what it costs \
                with --set\n";
    let next = if reasons.is_empty() { "" } else { next };
    format!("{}{}{next}", style::text(&table), reasons.concat())
}

/// Why a workload has no ranking, where it has none.
fn not_ranked(ranking: &Ranking) -> Option<String> {
    let of = |(platform, events): &(String, Vec<String>)| {
        format!("{platform} has no cost of {}", events.join(", "))
    };
    let missing: Vec<String> = ranking.missing.iter().map(of).collect();
    (!missing.is_empty())
        .then(|| format!(" {} is not ranked: {}\n", ranking.workload, missing.join("; ")))
}

fn levers_text(levers: &[Lever]) -> String {
    let header = ["platform", "event", "measured by", "of the time", "most in", "there"];
    let mut table = style::new_table(&header, style::wants_colour());
    let mut shown = 0;
    let mut last = "";
    for lever in levers {
        let is_same = std::mem::replace(&mut last, &lever.platform) == lever.platform;
        shown = if is_same { shown + 1 } else { 0 };
        if shown >= LEVERS {
            continue;
        }
        table.add_row([
            if is_same { "" } else { &lever.platform }.to_owned(),
            lever.event.clone(),
            lever.operation.clone(),
            percent(lever.share),
            lever.most.clone(),
            percent(lever.most_share),
        ]);
    }
    let means = " of the time: what would be saved if it cost no more than natively, the mean over \
                 the workloads\n";
    format!("{}\n{means}", style::text(&table))
}

/// Columns for scripts; new ones are only appended.
#[derive(Serialize)]
struct Row<'a> {
    platform: &'a str,
    workload: &'a str,
    model: &'a str,
    native: f64,
    predicted: f64,
    measured: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    explained: Option<f64>,
}

impl<'a> Row<'a> {
    fn of(one: &'a Prediction) -> Self {
        let interval = one.predicted.interval();
        Self {
            platform: &one.platform,
            workload: &one.workload,
            model: one.model,
            native: one.native.value,
            predicted: one.predicted.value,
            measured: one.measured.map(|measured| measured.value),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            explained: one.explained(),
        }
    }
}

fn ranking_csv(rankings: &[Ranking], out: &mut dyn io::Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Place<'a> {
        workload: &'a str,
        rank: usize,
        platform: &'a str,
        predicted: f64,
        certainty: Option<f64>,
    }
    let places = rankings.iter().flat_map(|ranking| {
        ranking.platforms.iter().enumerate().map(|(place, (platform, time))| Place {
            workload: &ranking.workload,
            rank: place + 1,
            platform,
            predicted: time.value,
            certainty: ranking.certainty,
        })
    });
    data::rows(places, out)
}
