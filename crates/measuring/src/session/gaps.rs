//! Batches that a benchmark took and whose records did not arrive.

use std::collections::HashSet;

/// The batches between those that were `taken`, and `trailing` ones behind the last, as
/// inclusive ranges.
pub(super) fn find(taken: &HashSet<u64>, trailing: u64) -> Vec<(u64, u64)> {
    let mut indices: Vec<u64> = taken.iter().copied().collect();
    indices.sort_unstable();
    let mut missing = Vec::new();
    let mut due = 0;
    for index in indices {
        if index > due {
            missing.push((due, index - 1));
        }
        due = index.saturating_add(1);
    }
    if trailing > 0 {
        missing.push((due, due.saturating_add(trailing - 1)));
    }
    missing
}

/// The ranges in words; of many, the first few.
pub(super) fn describe(missing: &[(u64, u64)]) -> String {
    let range = |&(first, last): &(u64, u64)| match first == last {
        true => format!("i={first}"),
        false => format!("i={first} to {last}"),
    };
    let shown: Vec<_> = missing.iter().take(4).map(range).collect();
    let more = if missing.len() > shown.len() { ", …" } else { "" };
    shown.join(", ") + more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_found_before_between_and_behind() {
        let taken = HashSet::from([2, 3, 7]);
        assert_eq!(find(&taken, 0), [(0, 1), (4, 6)]);
        assert_eq!(find(&taken, 2), [(0, 1), (4, 6), (8, 9)]);
        assert_eq!(find(&HashSet::new(), 0), []);
    }

    #[test]
    fn absurd_indices_cost_nothing() {
        let taken = HashSet::from([u64::MAX]);
        assert_eq!(find(&taken, u64::MAX), [(0, u64::MAX - 1), (u64::MAX, u64::MAX)]);
    }

    #[test]
    fn few_ranges_are_named_and_many_cut_short() {
        assert_eq!(describe(&[(1, 1), (4, 6)]), "i=1, i=4 to 6");
        assert!(describe(&[(1, 1), (3, 3), (5, 5), (7, 7), (9, 9)]).ends_with("i=7, …"));
    }
}
