//! What `perf kvm stat report` prints: a table whose first two columns are a reason and how often.

use super::Line;

pub(super) fn is_report(text: &str) -> bool {
    text.lines().any(|line| line.contains("VM-EXIT") && line.contains("Samples"))
}

/// The rows: a reason of one or two words, a count, and percentages.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line> {
    let rows = text.lines().skip_while(|line| !line.contains("VM-EXIT")).skip(1);
    rows.filter_map(|row| {
        let words: Vec<&str> = row.split_whitespace().collect();
        let at = words.iter().position(|word| word.parse::<u64>().is_ok())?;
        words.get(at + 1)?.strip_suffix('%')?;
        (at > 0).then_some((words[..at].join(" "), words[at].parse().ok()?))
    })
}
