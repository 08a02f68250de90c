//! Counts that other programs made: exits of a virtual machine, by their reasons.
//!
//! Three texts are known by their look: the report of `perf kvm stat`, a histogram of the kernel's
//! tracing with a key `exit_reason`, and KVM's own statistics, one `name: count` a line.

mod histogram;
mod perf;
mod statistics;

use std::collections::BTreeMap;

use ground::Trouble;
use results::Quantity;

use crate::signature::EXIT;

use crate::amount::Amount;
use crate::usage::{Source, SourceKind, Workload};

/// Reasons that are kept, and characters of a name: far more than any processor has.
const MOST_REASONS: usize = 500;
const LONGEST_NAME: usize = 60;

/// Reasons, as the programs call them, that are one event of the guest.
const REASONS: &str = include_str!("../../data/reasons.csv");

/// What was counted, by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign {
    /// The program, in words.
    pub program: &'static str,
    /// Exits by their reasons; those that are one event of the guest have its name.
    pub counts: BTreeMap<String, u64>,
}

/// A reason and its count.
type Line = (String, u64);

impl Foreign {
    /// Reads a file's content, of which errors speak as `path`.
    ///
    /// # Errors
    /// Says why it has no counts.
    pub fn parse(bytes: &[u8], path: &str) -> Result<Self, Trouble> {
        let text = String::from_utf8_lossy(bytes);
        let nothing = |why| {
            Trouble::usage(
                format!("{path} has no exits of a guest: {why}"),
                "give it what `perf kvm stat report` prints, the file hist of the trace event kvm_exit, or \
     lines `name: count` of KVM's statistics",
            )
        };
        if text.trim().is_empty() {
            return Err(nothing("it is empty"));
        }
        let (program, lines): (_, Vec<Line>) = if perf::is_report(&text) {
            ("perf kvm stat", perf::lines(&text).collect())
        } else if histogram::is_histogram(&text) {
            ("a histogram of the trace event kvm_exit", histogram::lines(&text).collect())
        } else {
            ("KVM's statistics", statistics::lines(&text).collect())
        };
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for (reason, count) in lines.into_iter().take(MOST_REASONS) {
            let total = counts.entry(event(&reason)).or_default();
            *total = total.saturating_add(count);
        }
        counts.retain(|name, count| *count > 0 && !name.is_empty());
        match counts.is_empty() {
            true => Err(nothing("no line of it is a reason with a count")),
            false => Ok(Self { program, counts }),
        }
    }

    /// The same as a workload called `name` that takes `native`, from the file called `from`.
    pub fn workload(&self, name: &str, native: f64, from: &str) -> Workload {
        let exact = |(event, count): (&String, &u64)| {
            (event.clone(), Amount(Quantity::exact(*count as f64)))
        };
        Workload {
            name: name.to_owned(),
            source: Source {
                kind: SourceKind::Foreign,
                from: format!("{from}, by {}", self.program),
            },
            native: Amount(Quantity::exact(native)),
            elsewhere: BTreeMap::new(),
            counts: self.counts.iter().map(exact).collect(),
        }
    }
}

/// The event that `reason` is, or else its name as names of events are written.
fn event(reason: &str) -> String {
    let lower = reason.trim().to_ascii_lowercase();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = lower.chars().map(plain).take(LONGEST_NAME).collect();
    let name = name.strip_prefix(EXIT).unwrap_or(&name);
    let known = REASONS.lines().skip(1).filter_map(|line| line.split_once(','));
    let event = known.into_iter().find(|(reason, _)| *reason == name);
    event.map_or(name, |(_, event)| event).to_owned()
}

#[cfg(test)]
mod tests;
