//! How well figures repeat, as a table.

use std::io;

use super::style;
use crate::digits::{figure, percent};
use analysis::replication::{Apart, Repeats, Replication, quiet_and_disturbed, replications};
use results::PlatformRun;
use stats::median;

const HEADER: [&str; 8] = [
    "benchmark",
    "cost",
    "agree",
    "spread",
    "stated/true",
    "agree before",
    "spread before",
    "stated/true before",
];

const LEGEND: &str = "
 agree: neighbouring runs whose difference lies within their two 95 % intervals
 spread: standard deviation between runs; stated/true: the median half-width by 1.96 spreads
 before: by the mean of the boots' medians over all batches, as up to version 0.1
";

/// Slowness up to which a run counts as quiet, and from which on as disturbed.
const QUIET: f64 = 1.1;
const DISTURBED: f64 = 1.3;

/// Costs below this many cycles are too short for the comparison of quiet and disturbed runs.
const SHORT: f64 = 50.0;

/// Quiet and disturbed runs agree where they are not farther apart than this.
const CLOSE: f64 = 0.06;

/// Prints how well the figures of `runs`, of the same platform one after the other, repeat.
///
/// # Errors
/// When `out` cannot be written.
pub fn replication(runs: &[&PlatformRun], out: &mut dyn io::Write) -> io::Result<()> {
    let rows = replications(runs);
    let mut table = style::new_table(&HEADER, style::wants_colour());
    for row in &rows {
        let mut cells = vec![row.benchmark.clone(), figure(row.cost)];
        cells.extend([row.now, row.before].iter().flat_map(cells_of));
        table.add_row(cells);
    }
    style::align_right_from(&mut table, 1);
    let label = runs.first().map(|run| run.label.as_str()).unwrap_or_default();
    writeln!(out, "{label}: {} runs of the same thing\n", runs.len())?;
    out.write_all(style::text(&table).as_bytes())?;
    out.write_all(LEGEND.as_bytes())?;
    for (name, of) in [("now", now as fn(&Replication) -> Repeats), ("before", before)] {
        out.write_all(total(name, &rows, of).as_bytes())?;
    }
    let apart = quiet_and_disturbed(runs, QUIET, DISTURBED);
    let long = |apart: &&Apart| {
        rows.iter().any(|row| row.benchmark == apart.benchmark && row.cost > SHORT)
    };
    out.write_all(apart_text(&apart.iter().filter(long).collect::<Vec<_>>()).as_bytes())
}

fn now(row: &Replication) -> Repeats {
    row.now
}

fn before(row: &Replication) -> Repeats {
    row.before
}

fn cells_of(repeats: &Repeats) -> [String; 3] {
    let agree = format!("{} of {}", repeats.agree, repeats.pairs);
    [agree, percent(repeats.spread), format!("{:.2}", repeats.stated)]
}

fn total(name: &str, rows: &[Replication], of: fn(&Replication) -> Repeats) -> String {
    let all: Vec<Repeats> = rows.iter().map(of).collect();
    let middle = |part: fn(&Repeats) -> f64| {
        median(&all.iter().map(part).collect::<Vec<_>>()).unwrap_or_default()
    };
    let sum = |part: fn(&Repeats) -> usize| all.iter().map(part).sum::<usize>();
    let (agree, pairs) = (sum(|r| r.agree), sum(|r| r.pairs));
    let (spread, stated) = (percent(middle(|r| r.spread)), middle(|r| r.stated));
    let share = percent(agree as f64 / pairs.max(1) as f64);
    let without = sum(|r| r.without_width);
    format!(
        " {name}: {agree} of {pairs} pairs agree ({share}); of the benchmarks the median spread is \
         {spread}, stated/true {stated:.2}; {without} intervals without width\n"
    )
}

fn apart_text(apart: &[&Apart]) -> String {
    if apart.is_empty() {
        return " no quiet and disturbed runs to set against each other\n".to_owned();
    }
    let far = |ratio: f64| ratio.ln().abs();
    let close = apart.iter().filter(|a| far(a.figures) <= CLOSE.ln_1p()).count();
    let middle = |part: fn(&Apart) -> f64| {
        percent(median(&apart.iter().map(|a| far(part(a))).collect::<Vec<_>>()).unwrap_or_default())
    };
    format!(
        " disturbed beside quiet runs, operations above {SHORT} cycles: {close} of {} agree within \
         {}; median distance {}, as they were {}\n",
        apart.len(),
        percent(CLOSE),
        middle(|a| a.figures),
        middle(|a| a.typical)
    )
}
