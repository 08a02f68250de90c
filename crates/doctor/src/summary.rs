//! Findings in few words.

use results::Finding;

/// How many findings the one line names.
const NAMED: usize = 3;

/// The worst findings in one line, which says where to learn more; `None` when there is
/// nothing to be done about any of them.
pub fn in_one_line(findings: &[Finding]) -> Option<String> {
    let mut troubles: Vec<_> =
        findings.iter().filter(|finding| finding.level.is_trouble()).cloned().collect();
    super::sort(&mut troubles);
    let named = troubles.iter().take(NAMED).map(|f| format!("{}: {}", f.check, f.found));
    let named = named.collect::<Vec<_>>().join("; ");
    let more = if troubles.len() > NAMED { "; …" } else { "" };
    let counts = Finding::counts(&troubles);
    (!troubles.is_empty())
        .then(|| format!("doctor ({counts}): {named}{more} (see `hyperbench doctor`)"))
}
