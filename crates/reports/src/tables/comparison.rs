//! A comparison for people.

use std::fmt::Write;

use comfy_table::{Cell, Color, Table};

use super::style;
use crate::cost_text;
use crate::digits::{counted, figure, grouped, noun};
use analysis::compare::{Basis, Change, Comparison, Difference, Mode, Row, Source, Verdict};
use results::Violation;
use results::{Quantity, Summary, Unit};

/// Columns before the first figure.
const LEADING: usize = 2;

/// Benchmarks that are named for one reason.
const NAMES: usize = 8;

/// The comparison as text: the verdicts if `with_rows`, and in any case what differs around them.
pub fn comparison(comparison: &Comparison, violations: &[Violation], with_rows: bool) -> String {
    let about = mode(comparison.mode).to_owned() + &environment(comparison);
    let mut parts = vec![heading(comparison), about, most(comparison)];
    if with_rows {
        if !comparison.rows.is_empty() {
            parts.push(style::text(&table(comparison, crate::wants_colour())));
        }
        parts.push(reasons(comparison));
        parts.push(legend(comparison) + &counts(comparison) + &reliability(comparison));
        parts.push(broken_rules(violations));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn heading(comparison: &Comparison) -> String {
    let unit = comparison.counted();
    let line = |letter: &str, source: &Source| {
        let mut parts = vec![source.name.clone(), source.version.clone()];
        if source.boots > 0 {
            parts.push(counted(u64::from(source.boots), "boots"));
        }
        parts.push(source.started.clone());
        parts.retain(|part| !part.is_empty());
        format!(" {letter}  {}\n", parts.join(", "))
    };
    let title = format!("HyperBench: change from A to B, in {unit} for one operation\n\n");
    let looks = comparison.until_decided.map(|most| {
        format!(
            " measured until decided, {most} boots at most; intervals and verdicts allow for \
             looking often\n"
        )
    });
    title + &line("A", &comparison.a) + &line("B", &comparison.b) + &looks.unwrap_or_default()
}

/// What is compared with what, unless it is what anybody expects.
fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Alike | Mode::Apart => "",
        Mode::Kernels => {
            " one machine, two kernels of its own: a change is that of the kernel, and of what came with it\n"
        }
        Mode::Machines => {
            " different machines: costs are in time, by the clock of each; what differs may be the machines' \
             and not the software's\n"
        }
    }
}

fn environment(comparison: &Comparison) -> String {
    let line = |d: &Difference| {
        let weight = if d.decisive { "differs, decisive" } else { "differs" };
        format!(" {weight}: {}: {} → {}\n", d.field, d.a, d.b)
    };
    comparison.environment.iter().map(line).collect()
}

/// What changed most for certain, in words.
fn most(comparison: &Comparison) -> String {
    let known = |row: &Row| {
        let change = row.change.as_ref().filter(|change| change.share != 0.0)?;
        let (low, high) = (change.low? + 1.0, change.high? + 1.0);
        Some(Quantity { value: change.share + 1.0, low, high, has_interval: true }.distance())
    };
    let changes = comparison.rows.iter().filter_map(|row| Some((row, known(row)?)));
    let most = changes.filter(|(_, distance)| *distance > 0.0).max_by(|a, b| a.1.total_cmp(&b.1));
    let words = |row: &Row| {
        let (change, unit) = (row.change.as_ref()?, comparison.counted());
        let [a, b] = [&row.a, &row.b].map(|side| cost(side.as_ref()));
        let (size, interval) = (size(change, comparison.unit), interval(change));
        let known =
            if interval == "exact" { interval } else { format!("95 % interval {interval}") };
        let name = &row.benchmark;
        Some(format!(" {name} changed most: {size} ({known}), from {a} to {b} {unit}\n"))
    };
    match most {
        Some((row, _)) => words(row).unwrap_or_default(),
        None if comparison.rows.iter().any(|row| row.change.is_some()) => {
            " no significant change\n".to_owned()
        }
        None => String::new(),
    }
}

fn table(comparison: &Comparison, with_colour: bool) -> Table {
    let header = ["category", "benchmark", "A", "B", "change", "95 % interval", "verdict"];
    let mut table = style::new_table(&header, with_colour);
    let categories = style::once_each(comparison.rows.iter().map(|row| row.category.as_str()));
    for (row, category) in comparison.rows.iter().zip(categories) {
        let mut cells = vec![Cell::new(category), Cell::new(&row.benchmark)];
        cells.extend([&row.a, &row.b].map(|side| Cell::new(cost(side.as_ref()))));
        let change = row.change.as_ref();
        cells.push(Cell::new(change.map(|c| size(c, comparison.unit)).unwrap_or_default()));
        cells.push(Cell::new(change.map(interval).unwrap_or_default()));
        let verdict = Cell::new(verdict(row));
        cells.push(colour(row.verdict).map_or(verdict.clone(), |colour| verdict.fg(colour)));
        table.add_row(cells);
    }
    style::align_right_from(&mut table, LEADING);
    if let Some(column) = table.column_mut(header.len() - 1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    table
}

fn cost(summary: Option<&Summary>) -> String {
    summary.map(cost_text).unwrap_or_default()
}

/// The change in per cent; of exact figures also in what they count.
fn size(change: &Change, unit: Unit) -> String {
    if change.basis != Basis::Exact {
        return signed_percent(change.share);
    }
    if change.difference == 0.0 {
        return "none".to_owned();
    }
    let by = grouped(&stats::format::rounded(change.difference.abs(), 0.0).value);
    let sign = if change.difference > 0.0 { "+" } else { "−" };
    format!("{sign}{by} {unit} ({})", signed_percent(change.share))
}

fn interval(change: &Change) -> String {
    match (change.low, change.high) {
        _ if change.basis == Basis::Exact => "exact".to_owned(),
        (Some(low), Some(high)) => format!("{} to {}", signed_percent(low), signed_percent(high)),
        _ => "–".to_owned(),
    }
}

/// A share in per cent with its sign; doublings and more as a factor would be read better, but a
/// column has one unit.
fn signed_percent(share: f64) -> String {
    let percent = share * 100.0;
    let sign = if percent < 0.0 { "−" } else { "+" };
    let size = percent.abs();
    let text = if size < 99.95 { format!("{size:.1}") } else { figure(size.round()) };
    if text == "0.0" { "0.0 %".to_owned() } else { format!("{sign}{text} %") }
}

fn verdict(row: &Row) -> String {
    match (row.verdict, row.more_boots) {
        (Verdict::Undecided, Some(more)) => {
            format!("undecided: {more} more {}", noun(u64::from(more), "boots"))
        }
        (verdict, _) => verdict.word().to_owned(),
    }
}

/// Colours repeat what the word says.
fn colour(verdict: Verdict) -> Option<Color> {
    match verdict {
        Verdict::Slower | Verdict::Broken => Some(Color::Red),
        Verdict::Faster | Verdict::Mended => Some(Color::Green),
        Verdict::Same => None,
        Verdict::Undecided => Some(Color::Yellow),
        Verdict::Missing => Some(Color::DarkGrey),
    }
}

/// Why there is no verdict, by reason.
fn reasons(comparison: &Comparison) -> String {
    let mut known: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in comparison.rows.iter().filter(|row| !row.reason.is_empty()) {
        match known.iter_mut().find(|(reason, _)| *reason == row.reason) {
            Some((_, names)) => names.push(&row.benchmark),
            None => known.push((&row.reason, vec![&row.benchmark])),
        }
    }
    known.iter().map(|(reason, names)| format!(" {}: {reason}\n", few(names))).collect()
}

/// The first of `names`, and how many more there are.
fn few(names: &[&str]) -> String {
    let first = names[..names.len().min(NAMES)].join(", ");
    match names.len().saturating_sub(NAMES) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

fn legend(comparison: &Comparison) -> String {
    let has = |basis: Basis| {
        comparison.rows.iter().filter_map(|row| row.change.as_ref()).any(|c| c.basis == basis)
    };
    let threshold = comparison.threshold * 100.0;
    let mut text = String::new();
    if has(Basis::Exact) {
        text += " exact: counted instructions; every difference is real\n";
    }
    if has(Basis::Boots) {
        let _ = writeln!(
            text,
            " same: the interval lies within ± {threshold} %; faster, slower: beyond that, and \
             certain for all benchmarks together"
        );
    }
    if has(Basis::Batches) {
        text += " one boot a side: the intervals leave out how boots differ; measure again with \
                 --boots 10, or both at once with hyperbench run --ab\n";
    }
    text
}

fn counts(comparison: &Comparison) -> String {
    let counts = Verdict::ALL.map(|verdict| (comparison.count(verdict), verdict.word()));
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let words: Vec<_> = counts.map(|(count, word)| format!("{count} {word}")).collect();
    match words.is_empty() {
        true => " no benchmarks to compare\n".to_owned(),
        false => format!(" {}\n", words.join(", ")),
    }
}

fn reliability(comparison: &Comparison) -> String {
    let Some(found) = comparison.reliability else { return String::new() };
    let (who, by_ratio, by_difference) = match found.a_better > found.b_better {
        true => ("A is better than B", found.a_better, found.a_better_by_difference),
        false => ("B is better than A", found.b_better, found.b_better_by_difference),
    };
    format!(
        " reliability of '{who}' over {} benchmarks: {by_ratio:.3} by ratio, {by_difference:.3} by \
         difference\n",
        found.benchmarks
    )
}

fn broken_rules(violations: &[Violation]) -> String {
    let line = |v: &Violation| {
        format!(" FAILED: {}: {} breaks {}\n", v.benchmark, signed_percent(v.change), v.rule)
    };
    violations.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::compare::{Side, THRESHOLD};
    use results::{Boot, Document, Estimate, Measured, PlatformRun, Status};

    #[test]
    fn a_few_names_are_told_and_the_rest_is_counted() {
        assert_eq!(few(&["a", "b"]), "a, b");
        assert_eq!(few(&["a"; NAMES]), ["a"; NAMES].join(", "));
        assert_eq!(few(&["a"; NAMES + 3]), ["a"; NAMES].join(", ") + " and 3 more");
    }

    /// The text on benchmarks whose operations took these instructions on A and on B.
    fn compared(benchmarks: &[(&str, f64, f64)]) -> String {
        let side = |run: &str, cost: fn(&(&str, f64, f64)) -> f64| {
            let summary = |benchmark: &(&str, f64, f64)| {
                let estimate = Estimate::of(vec![cost(benchmark); 8]);
                let blank = Measured::unfinished(benchmark.0, "test", "");
                let measured = Measured { status: Status::Ok, estimate, ..blank };
                let parts = [(&Boot::default(), &measured)];
                Summary::over_boots(&parts, None, Unit::Instructions)
            };
            let platform = PlatformRun {
                label: "test".into(),
                unit: Unit::Instructions,
                benchmarks: benchmarks.iter().filter_map(summary).collect(),
                ..PlatformRun::default()
            };
            let document = Document { platforms: vec![platform], ..Document::default() };
            Side::of(document, run, None).unwrap()
        };
        let (a, b) = (side("old", |benchmark| benchmark.1), side("new", |benchmark| benchmark.2));
        comparison(&Comparison::new(&a, &b, THRESHOLD).unwrap(), &[], true)
    }

    #[test]
    fn counted_instructions_are_told_to_the_last_one() {
        let text = compared(&[("in", 5276.0, 5313.0), ("out", 7.0, 7.0)]);
        let most =
            "\n in changed most: +37 instructions (+0.7 %) (exact), from 5,276 to 5,313 instr";
        assert!(text.contains(most), "{text}");
        assert!(text.contains("every difference is real"), "{text}");
    }

    #[test]
    fn where_there_is_nothing_to_compare_the_text_says_so() {
        assert!(compared(&[]).contains("no benchmarks to compare"));
    }
}
