//! KVM's statistics as text: `grep . /sys/kernel/debug/kvm/*` or one `name: count` a line. The
//! folder in front of a name is left out, and of a machine and its vCPUs both are added up.

use super::Line;

/// Characters between a name and its count.
const BETWEEN: [char; 4] = [':', '=', ' ', '\t'];

/// Sums of what other lines say, and what is no exit of a guest.
const NO_REASON: [&str; 1] = ["exits"];

pub(super) fn lines(text: &str) -> impl Iterator<Item = Line> {
    text.lines().filter_map(|line| {
        let (name, count) = line.trim().rsplit_once(BETWEEN)?;
        let name = name.trim_end_matches(BETWEEN).rsplit('/').next()?;
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let is_reason = !name.is_empty() && name.chars().all(is_name) && !NO_REASON.contains(&name);
        is_reason.then_some((name.to_owned(), count.parse().ok()?))
    })
}
