//! The cost model: a table and a bar a platform, rows for scripts, the whole for programs.

use std::io;

use comfy_table::{Cell, Table};
use serde::Serialize;

use super::style;
use crate::Format;
use crate::cost::{BELOW, FACTOR, FACTOR_MEANS, Shown, ratio_of};
use crate::data;
use crate::digits::{figure, percent};
use analysis::model::{Model, MonitorCost, Part, Share, Sum, Term};
use results::Quantity;

/// Characters of a bar.
const BAR: usize = 50;

/// What the command `model` prints.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ModelReport {
    /// Label of the platform that counts as native.
    pub baseline: String,
    /// Each of the other platforms.
    pub models: Vec<Model>,
    /// What monitors take, where a platform was measured with and without one.
    pub monitors: Vec<MonitorCost>,
}

/// Prints a filled model.
///
/// # Errors
/// When `out` cannot be written.
pub fn model(report: &ModelReport, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
    match format {
        Format::Table => out.write_all(text(report, style::wants_colour()).as_bytes()),
        Format::Csv => csv(report, out),
        Format::Json => data::write(report, out),
    }
}

fn text(report: &ModelReport, colour: bool) -> String {
    let mut parts: Vec<String> =
        report.models.iter().map(|model| platform(model, &report.baseline, colour)).collect();
    if report.models.is_empty() {
        parts.push(format!("There is no platform besides the baseline {}.\n", report.baseline));
    }
    if !report.monitors.is_empty() {
        parts.push(monitors(&report.monitors, colour));
    }
    let mut text = parts.join("\n");
    text += &legend(&text);
    text
}

/// Explains what stands in the tables of `text` for figures that are not known well.
fn legend(text: &str) -> String {
    let below = format!(" {BELOW}: the interval of the difference includes zero\n");
    let lines = [(BELOW, below.as_str()), (FACTOR, FACTOR_MEANS)];
    let lines: String =
        lines.into_iter().filter(|(sign, _)| text.contains(sign)).map(|(_, line)| line).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

fn platform(model: &Model, baseline: &str, colour: bool) -> String {
    let header = [
        "category",
        "benchmark",
        "term",
        "T_native",
        "T_guest",
        "GNR",
        "T_virt = T_guest − T_native",
    ];
    let costs = || model.costs.iter();
    let columns = [
        costs().map(|cost| cost.category.clone()).collect(),
        costs().map(|cost| cost.benchmark.clone()).collect(),
        costs().map(|cost| cost.term.map(term).unwrap_or_default().to_owned()).collect(),
        figures(costs().map(|cost| cost.native)),
        figures(costs().map(|cost| cost.guest)),
        costs().map(|cost| cost.gnr.map(ratio_of).unwrap_or_default()).collect(),
        figures(costs().map(|cost| cost.virt)),
    ];
    let mut table = table(&header, &columns, colour);
    style::align_right_from(&mut table, 3);
    let title =
        format!(" Cost model of {}, native is {baseline}, in {}\n", model.platform, model.unit);
    title + &style::text(&table) + &bars(&model.shares) + &left_out(&model.left_out)
}

/// A table of these columns, all as long.
fn table(header: &[&str], columns: &[Vec<String>], colour: bool) -> Table {
    let mut table = style::new_table(header, colour);
    for row in 0..columns.first().map_or(0, Vec::len) {
        table.add_row(columns.iter().map(|column| Cell::new(&column[row])));
    }
    table
}

fn figures(figures: impl Iterator<Item = Quantity>) -> Vec<String> {
    Shown::column(&figures.map(Shown::figure).collect::<Vec<_>>())
}

/// The three summands, stacked to a bar, and each by itself.
fn bars(shares: &[Share]) -> String {
    let bar: String = (0..BAR).filter_map(|place| sign_at(place, shares)).collect();
    let parts = shares.iter().map(|share| {
        let (sign, name, percent) = (sign(share.part), name(share.part), percent(share.share));
        let total = figure(share.total);
        let terms = share.terms.iter().map(terms).collect::<Vec<_>>().join(", ");
        let terms = if terms.is_empty() { terms } else { format!(": {terms}") };
        format!("   {sign} {name:<8} {total:>14}, {percent}{terms}\n")
    });
    let bar = if bar.is_empty() { "nothing is added" } else { &bar };
    format!(" T_virt, one operation of each: {bar}\n{}", parts.collect::<String>())
}

/// A term with its sum.
fn terms(sum: &Sum) -> String {
    format!("{} {}", term(sum.term), figure(sum.total))
}

fn left_out(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!(" Left out, without a figure on both: {}\n", names.join(", "))
}

/// The sign at `place` of the bar: that of the part into whose stretch its middle falls.
fn sign_at(place: usize, shares: &[Share]) -> Option<&'static str> {
    let middle = (place as f64 + 0.5) / BAR as f64;
    let mut end = 0.0;
    let reaches = |share: &&Share| {
        end += share.share;
        middle < end
    };
    shares.iter().find(reaches).map(|share| sign(share.part))
}

fn monitors(costs: &[MonitorCost], colour: bool) -> String {
    let header = ["benchmark", "with", "cost", "without", "cost", "the program takes", "share"];
    let share = |cost: &MonitorCost| cost.share.filter(|_| cost.monitor.is_resolved());
    let columns = [
        costs.iter().map(|cost| cost.benchmark.clone()).collect(),
        costs.iter().map(|cost| cost.platform.clone()).collect(),
        figures(costs.iter().map(|cost| cost.with)),
        costs.iter().map(|cost| cost.bare.clone()).collect(),
        figures(costs.iter().map(|cost| cost.without)),
        figures(costs.iter().map(|cost| cost.monitor)),
        costs.iter().map(|c| share(c).map(|s| percent(s.value)).unwrap_or_default()).collect(),
    ];
    let table = table(&header, &columns, colour);
    format!(" Spent in the program that runs the guest\n{}", style::text(&table))
}

pub(crate) fn name(part: Part) -> &'static str {
    match part {
        Part::Cpu => "T_cpu",
        Part::Memory => "T_memory",
        Part::Io => "T_io",
    }
}

/// A term as the paper writes it.
pub(super) fn term(term: Term) -> &'static str {
    match term {
        Term::Sen => "T_sen",
        Term::Ext => "T_ext",
        Term::Switch => "T_switch",
        Term::Sync => "T_sync",
        Term::Cons => "T_cons",
        Term::Two => "T_two",
        Term::In => "T_in",
        Term::Out => "T_out",
    }
}

fn sign(part: Part) -> &'static str {
    match part {
        Part::Cpu => "█",
        Part::Memory => "▒",
        Part::Io => "░",
    }
}

/// Columns for scripts; new ones are only appended.
#[derive(Serialize)]
struct Row<'a> {
    platform: &'a str,
    baseline: &'a str,
    benchmark: &'a str,
    category: &'a str,
    term: &'a str,
    native: f64,
    guest: f64,
    gnr: Option<f64>,
    virt: f64,
    virt_low: f64,
    virt_high: f64,
    monitor: Option<f64>,
}

fn csv(report: &ModelReport, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    for model in &report.models {
        for cost in &model.costs {
            let monitor = report.monitors.iter().find(|monitor| {
                monitor.platform == model.platform && monitor.benchmark == cost.benchmark
            });
            writer.serialize(Row {
                platform: &model.platform,
                baseline: &report.baseline,
                benchmark: &cost.benchmark,
                category: &cost.category,
                term: cost.term.map(term).unwrap_or_default(),
                native: cost.native.value,
                guest: cost.guest.value,
                gnr: cost.gnr.map(|gnr| gnr.value),
                virt: cost.virt.value,
                virt_low: cost.virt.low,
                virt_high: cost.virt.high,
                monitor: monitor.map(|monitor| monitor.monitor.value),
            })?;
        }
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(parts: [f64; 3]) -> Vec<Share> {
        let terms = vec![Sum { term: Term::Cons, total: 7.0, operations: 1 }];
        let share = |(part, share)| Share {
            part,
            total: 100.0 * share,
            share,
            operations: 1,
            terms: terms.clone(),
        };
        Part::ALL.into_iter().zip(parts).map(share).collect()
    }

    #[test]
    fn the_bar_stacks_the_shares() {
        let text = bars(&shares([0.5, 0.2, 0.3]));
        let count = |sign| text.lines().next().unwrap().matches(sign).count();
        assert_eq!([count("█"), count("▒"), count("░")], [25, 10, 15]);
        assert!(bars(&shares([0.0; 3])).lines().next().unwrap().ends_with(": nothing is added"));
        assert!(text.contains("20.0, 20 %: T_cons 7.00"), "{text}");
    }

    #[test]
    fn differences_have_their_intervals_and_those_in_the_noise_are_no_numbers() {
        let figure = |value, low, high| Quantity { value, low, high, has_interval: true };
        let shown = |figure| Shown::figure(figure).text(0);
        assert_eq!(shown(figure(5.0, -1.0, 9.0)), "below resolution");
        assert_eq!(shown(figure(0.0, 0.0, 0.0)), "0.00");
        assert_eq!(shown(figure(-1234.0, -1300.0, -1200.0)), "-1,230 ± 70");
        assert_eq!(shown(figure(10.0, 1.0, 30.0)), "10 ×÷ 10");
        assert_eq!(shown(Quantity { has_interval: false, ..figure(5.0, 5.0, 5.0) }), "5.00 ± ?");
        assert_eq!(ratio_of(figure(6096.0, 6096.0, 6096.0)), "6,096×");
    }
}
