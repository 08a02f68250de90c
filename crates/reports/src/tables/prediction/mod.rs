//! Predictions: a table for people, rows for scripts, the whole for programs.

mod times;

use std::io;

use serde::Serialize;

use super::style;
use crate::Format;
use crate::cost::Shown;
use crate::data;
use crate::digits::percent;
use prediction::{Lever, Origin, Prediction, Ranking};
use results::Unit;

/// Levers of a platform that are named.
const LEVERS: usize = 10;

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
    /// Whether the costs are those that ship with the tool.
    pub has_shipped_costs: bool,
    /// Where costs and counts come from, each after what it is of.
    pub origins: Vec<(String, Origin)>,
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
        (Format::Table, ..) => out.write_all(times::text(report).as_bytes()),
    }
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
