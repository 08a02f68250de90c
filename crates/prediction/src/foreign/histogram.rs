//! The file `hist` of a trace event (Linux, Documentation/trace/histogram.rst): lines like
//! `{ exit_reason: hlt } hitcount: 12`.

use super::Line;

const KEY: &str = "exit_reason:";
const COUNT: &str = "hitcount:";

pub(super) fn is_histogram(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("# event histogram") || line.contains(COUNT))
}

pub(super) fn lines(text: &str) -> impl Iterator<Item = Line> {
    text.lines().filter_map(|line| {
        let (keys, counts) = line.trim().strip_prefix('{')?.split_once('}')?;
        let reason = keys.split_once(KEY)?.1.split(',').next()?.trim();
        let count = counts.split_once(COUNT)?.1.split_whitespace().next()?;
        Some((reason.to_owned(), count.parse().ok()?))
    })
}
