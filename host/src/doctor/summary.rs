//! Findings in few words.

use crate::results::{Finding, Level};

/// How many findings the one line names.
const NAMED: usize = 3;

/// How many findings there are of each level that occurs, the worst first.
pub fn counts(findings: &[Finding]) -> String {
    let count = |level| findings.iter().filter(|finding| finding.level == level).count();
    let parts = Level::WORST_FIRST.iter().map(|level| (count(*level), level));
    let parts: Vec<_> =
        parts.filter(|(n, _)| *n > 0).map(|(n, level)| format!("{n} {level}")).collect();
    parts.join(", ")
}

/// The worst findings in one line, which says where to learn more; `None` when there is
/// nothing to be done about any of them.
pub fn in_one_line(findings: &[Finding]) -> Option<String> {
    let mut troubles: Vec<_> =
        findings.iter().filter(|finding| finding.level.is_trouble()).cloned().collect();
    super::sort(&mut troubles);
    let named = troubles.iter().take(NAMED).map(|f| format!("{}: {}", f.check, f.found));
    let named = named.collect::<Vec<_>>().join("; ");
    let more = if troubles.len() > NAMED { "; …" } else { "" };
    let counts = counts(&troubles);
    (!troubles.is_empty())
        .then(|| format!("doctor ({counts}): {named}{more} (see `hyperbench doctor`)"))
}
