//! How much work platforms get done in a second: bandwidths, GFLOPS, transactions.

use std::collections::BTreeMap;
use std::io;

use comfy_table::Cell;

use super::{heading, style};
use crate::cost::{FACTOR, FACTOR_MEANS, Shown};
use ground::GuestKind;
use protocol::Work;
use results::{Document, PlatformRun, Quantity, Unit};

/// What one operation of benchmarks gets done.
pub type Works = BTreeMap<(GuestKind, String), Work>;

/// Units that have prefixes, in which the larger ones are written.
const MEASURES: [&str; 2] = ["B", "flop"];

/// The prefixes of units, the largest first.
const PREFIXES: [(f64, &str); 4] = [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];

/// Prints the rates of `document`, a column for each platform.
///
/// # Errors
/// When `out` cannot be written.
pub fn rates(document: &Document, works: &Works, out: &mut dyn io::Write) -> io::Result<()> {
    let runs = &document.platforms;
    let part = heading::Part { file: None, about: document, runs: runs.iter().collect() };
    writeln!(out, "HyperBench {}: work done in a second\n", document.tool.version)?;
    writeln!(out, "{}", heading::blocks(document, &[part]))?;
    let head = ["benchmark", "unit"].into_iter().chain(runs.iter().map(|run| &*run.label));
    let mut table = style::new_table(&head.collect::<Vec<_>>(), style::wants_colour());
    for name in names(document) {
        let found: Vec<_> = runs.iter().map(|run| rate(run, name, works)).collect();
        if let Some((unit, cells)) = row(&found) {
            table.add_row([name.to_owned(), unit].into_iter().chain(cells).map(Cell::new));
        }
    }
    if table.is_empty() {
        return writeln!(out, " {}", none_because(document));
    }
    style::align_right_from(&mut table, 2);
    let text = style::text(&table);
    writeln!(out, "{text}")?;
    writeln!(out, " the work of one operation, divided by its cost; 1 MB is 1,000,000 bytes")?;
    if text.contains(FACTOR) {
        out.write_all(FACTOR_MEANS.as_bytes())?;
    }
    Ok(())
}

/// All benchmarks, in the order of the platforms that have them.
fn names(document: &Document) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for one in document.platforms.iter().flat_map(|run| &run.benchmarks) {
        if !names.contains(&one.name.as_str()) {
            names.push(&one.name);
        }
    }
    names
}

/// The rate of the benchmark called `name`, and what is so many times done in a second; `None` where
/// it has no cost, its cost is no time, or it does no work that anyone counts.
fn rate<'a>(run: &PlatformRun, name: &str, works: &'a Works) -> Option<(Quantity, &'a str)> {
    let work = works.get(&(run.guest, name.to_owned()))?;
    let summary = run.benchmarks.iter().find(|one| one.name == name)?;
    let timer = run.boots.iter().find_map(|boot| boot.guest.timer.as_ref()?.hz);
    let hz = timer.filter(|_| run.unit == Unit::Cycles)?;
    let done = work.amount as f64 * hz as f64;
    Some((Quantity::of(summary)?.dividing(done)?, &work.unit))
}

/// The unit of a row, with the prefix that its largest figure asks for, and its cells; `None` where
/// no platform has a rate.
fn row(found: &[Option<(Quantity, &str)>]) -> Option<(String, Vec<String>)> {
    let (_, unit) = found.iter().flatten().next()?;
    let largest = found.iter().flatten().map(|(rate, _)| rate.value).fold(0.0, f64::max);
    let is_measure = MEASURES.contains(unit);
    let fits = |(size, _): &&(f64, &str)| is_measure && largest >= *size;
    let (size, prefix) = PREFIXES.iter().find(fits).copied().unwrap_or((1.0, ""));
    let plural = if is_measure { "" } else { "s" };
    let cells = found.iter().map(|cell| {
        let shown = cell.map(|(rate, _)| Shown::figure(rate.scaled(1.0 / size)).text(0));
        shown.unwrap_or_else(|| "–".to_owned())
    });
    Some((format!("{prefix}{unit}{plural}/s"), cells.collect()))
}

/// Why there is no row.
fn none_because(document: &Document) -> &'static str {
    match document.platforms.iter().any(|run| run.unit == Unit::Cycles) {
        true => {
            "no benchmark in these results moves bytes, computes or transacts; try: \
             hyperbench run --guest linux --bench 'memory-read-*' --bench linpack"
        }
        false => "these results are in executed instructions, which have no time and so no rate",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Boot, Resolution, Status, Summary, Timer};

    fn run(unit: Unit, name: &str, value: f64) -> PlatformRun {
        let mut boot = Boot::default();
        boot.guest.timer = Some(Timer { hz: Some(2_000_000_000), ..Timer::default() });
        let blank = Summary::without_value(name, "test", Status::Ok, String::new());
        let summary = Summary {
            value: Some(value),
            low: Some(value * 0.9),
            high: Some(value * 1.25),
            resolution: Some(Resolution::Resolved),
            ..blank
        };
        PlatformRun {
            label: "a".into(),
            unit,
            boots: vec![boot],
            benchmarks: vec![summary],
            ..PlatformRun::default()
        }
    }

    fn printed(runs: Vec<PlatformRun>) -> String {
        let work = |name: &str, amount, unit: &str| {
            ((GuestKind::Bare, name.to_owned()), Work { amount, unit: unit.to_owned() })
        };
        let works = Works::from([work("copy", 4096, "B"), work("buy", 100, "transaction")]);
        let document = Document { platforms: runs, ..Document::default() };
        let mut out = Vec::new();
        rates(&document, &works, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_rate_is_work_by_time_and_its_interval_is_turned_round() {
        // 4,096 bytes in 1,000 cycles of 0.5 ns: 8.192 GB/s, from 6.55 to 9.10.
        let text = printed(vec![run(Unit::Cycles, "copy", 1000.0)]);
        assert!(
            text.contains("copy") && text.contains("GB/s") && text.contains("8.2 ± 1.6"),
            "{text}"
        );
        // 100 of them in 1,000,000 cycles.
        let text = printed(vec![run(Unit::Cycles, "buy", 1e6)]);
        assert!(text.contains("transactions/s") && text.contains("200,000 ± 40,000"), "{text}");
    }

    #[test]
    fn a_row_has_one_unit_for_all_its_platforms() {
        let text = printed(vec![run(Unit::Cycles, "copy", 1000.0), run(Unit::Cycles, "copy", 1e6)]);
        let line = text.lines().find(|line| line.contains("copy")).unwrap();
        assert!(line.contains("GB/s") && line.contains("0.0082"), "{line}");
    }

    #[test]
    fn without_rates_it_is_said_why() {
        assert!(printed(vec![run(Unit::Cycles, "other", 1.0)]).contains("no benchmark in these"));
        assert!(printed(vec![run(Unit::Instructions, "copy", 1.0)]).contains("have no time"));
    }
}
