//! Between which builds a cost steps.

use super::atlas::signed;
use crate::digits::{exact, percent};

/// What it costs on a `build`.
pub fn build_cost(build: &str, cost: f64) -> String {
    format!("{build:<20} {:>12}", exact(cost))
}

/// What `of` costs on two builds, the older one first, and by how much it steps.
pub fn build_step(of: &str, [(old, before), (new, after)]: [(&str, f64); 2]) -> String {
    let difference = after - before;
    if difference == 0.0 {
        return format!("{of}: {} instructions with {old} and with {new}\n", exact(before));
    }
    let sign = if difference < 0.0 { "−" } else { "+" };
    let (share, change) = (percent((difference / before).abs()), signed(difference));
    let [before, after] = [before, after].map(exact);
    format!(
        "{of}: {before} with {old}, {after} with {new}: {change} instructions ({sign}{share})\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_told_with_both_builds() {
        let step = build_step("in on p", [("6.1.0-9", 6086.0), ("6.12.43+deb12", 6269.0)]);
        assert_eq!(
            step,
            "in on p: 6,086 with 6.1.0-9, 6,269 with 6.12.43+deb12: +183 instructions (+3.0 %)\n"
        );
        let less = build_step("in on p", [("6.1", 200.0), ("6.2", 100.5)]);
        assert!(less.ends_with("6.2: −99.5 instructions (−50 %)\n"), "{less}");
        let same = build_step("in on p", [("6.1", 1.0), ("6.2", 1.0)]);
        assert_eq!(same, "in on p: 1.00 instructions with 6.1 and with 6.2\n");
        assert_eq!(build_cost("6.1", 6086.0), "6.1                         6,086");
    }
}
