//! `hyperbench compare`: what changed from one result to another.

use std::io::{self, Write};

use serde::Serialize;

use crate::cli::CompareArgs;
use crate::exit::Exit;
use analysis::compare::{Comparison, Gate, Mode, Side, Verdict};
use ground::Trouble;
use results::Violation;
use system::output::{stdout, tell};

/// How a comparison is made and shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// The change that matters, as a share.
    pub(super) threshold: f64,
    /// Whether different machines do not matter.
    pub(super) force: bool,
    /// What goes to the standard output.
    pub(super) printed: Printed,
}

/// What goes to the standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Printed {
    Table,
    Json,
    Nothing,
}

/// The comparison as programs get it.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    comparison: &'a Comparison,
    /// What broke a rule of `--fail-on`.
    violations: &'a [Violation],
}

/// Compares what the command line names.
pub(super) fn compare(args: &CompareArgs) -> Result<Exit, Trouble> {
    let gate = args.judge.gate()?;
    let (a, b) = (Side::find(&args.a)?, Side::find(&args.b)?);
    let printed = if args.json { Printed::Json } else { Printed::Table };
    let way = Way { threshold: args.judge.threshold(), force: args.force, printed };
    judge_sides(&a, &b, &gate, way)
}

/// Compares two sides, prints what came out, and judges it by the rules.
pub(super) fn judge_sides(a: &Side, b: &Side, gate: &Gate, way: Way) -> Result<Exit, Trouble> {
    let mut comparison = compared(a, b, way.threshold)?;
    // Machines may be looked at side by side; a rule is for what one of them does.
    let is_looked_at = comparison.mode == Mode::Machines && gate.is_open();
    let judged = comparison.comparable || is_looked_at || way.force;
    if !judged {
        comparison.rows.clear();
        comparison.reliability = None;
    }
    let violations = gate.violations(&comparison);
    print(&comparison, &violations, judged, way.printed)?;
    if !judged {
        tell(format_args!(
            "error: {} and {} come from machines that cannot be compared\n  next: measure both on \
             one machine, or add --force to compare them all the same",
            comparison.a.name, comparison.b.name
        ));
        return Ok(Exit::NotComparable);
    }
    let broken = !gate.is_open() && comparison.count(Verdict::Broken) > 0;
    let changed = if violations.is_empty() { Exit::Success } else { Exit::Changed };
    Ok(if broken { changed.worst(Exit::Benchmark) } else { changed })
}

/// The comparison of two sides that count the same.
pub(super) fn compared(a: &Side, b: &Side, threshold: f64) -> Result<Comparison, Trouble> {
    Comparison::new(a, b, threshold).ok_or_else(|| {
        Trouble::usage(
            format!(
                "{label:?} and {name:?} do not count the same: cycles against instructions",
                label = a.name,
                name = b.name
            ),
            "measure both with, or both without --deterministic",
        )
    })
}

fn print(
    comparison: &Comparison,
    violations: &[Violation],
    with_rows: bool,
    printed: Printed,
) -> io::Result<()> {
    let mut out = stdout();
    match printed {
        Printed::Table => {
            out.write_all(reports::comparison(comparison, violations, with_rows).as_bytes())
        }
        Printed::Json => {
            serde_json::to_writer_pretty(&mut out, &Report { comparison, violations })?;
            writeln!(out)
        }
        Printed::Nothing => Ok(()),
    }
}
