//! A comparison for people.

mod rows;

use std::fmt::Write;

use super::answers::margin;
use super::style;
use crate::digits::counted;
use analysis::compare::{Basis, Comparison, Difference, Mode, Row, Source, Verdict};
use results::Violation;
use results::{Quantity, Summary};
use rows::{cost, fitting, interval, signed_percent, size};

/// Benchmarks that are named for one reason.
const NAMES: usize = 8;

/// The comparison as text: the verdicts if `with_rows`, and in any case what differs around them.
pub fn comparison(comparison: &Comparison, violations: &[Violation], with_rows: bool) -> String {
    let about = mode(comparison.mode).to_owned() + &environment(comparison);
    let mut parts = vec![heading(comparison), about, most(comparison)];
    if with_rows {
        if !comparison.rows.is_empty() {
            parts.push(style::text(&fitting(comparison)));
        }
        parts.push(reasons(comparison));
        parts.push(legend(comparison) + &counts(comparison) + &reliability(comparison));
        parts.push(broken_rules(violations));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn heading(comparison: &Comparison) -> String {
    let line = |letter: &str, source: &Source| {
        let mut parts = vec![source.name.clone(), source.version.clone()];
        if source.boots > 0 {
            parts.push(counted(u64::from(source.boots), "boots"));
        }
        parts.push(source.started.clone());
        parts.retain(|part| !part.is_empty());
        format!(" {letter}  {}\n", parts.join(", "))
    };
    let title = "HyperBench: what one operation costs, from A to B\n\n".to_owned();
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
        let change = row.change.as_ref()?;
        let with_margin = |side: Option<&Summary>| {
            let margin = side.map(margin).unwrap_or_default();
            format!("{} {margin}", cost(side, comparison)).trim_end().to_owned()
        };
        let [a, b] = [&row.a, &row.b].map(|side| with_margin(side.as_ref()));
        let (size, interval) = (size(change, comparison.unit), interval(change));
        let known =
            if interval == "exact" { interval } else { format!("95 % interval {interval}") };
        let name = &row.benchmark;
        Some(format!(" {name} changed most: {size} ({known}), from {a} to {b}\n"))
    };
    match most {
        Some((row, _)) => words(row).unwrap_or_default(),
        None if comparison.rows.iter().any(|row| row.change.is_some()) => {
            " no significant change\n".to_owned()
        }
        None => String::new(),
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
    if has(Basis::Boots) || has(Basis::Counted) {
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
    use results::{Boot, Document, Estimate, Measured, PlatformRun, Status, Unit};

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
        let most = "\n in changed most: +37 instructions (+0.7 %) (exact), from 5,276 instr. to 5,313 instr.";
        assert!(text.contains(most), "{text}");
        assert!(text.contains("every difference is real"), "{text}");
    }

    #[test]
    fn where_there_is_nothing_to_compare_the_text_says_so() {
        assert!(compared(&[]).contains("no benchmarks to compare"));
    }
}
