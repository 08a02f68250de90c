//! A profile as its exits: from which function the guest is left, why, and for how long.

use std::collections::BTreeMap;

use comfy_table::Table;

use super::{exact_or_zero, fitting, longest, shortened};
use crate::digits::grouped;
use crate::tables::lines::wrapped;
use crate::tables::style;
use results::{Exits, Profile, place};
use stats::sorted::Sorted;

/// Characters of a function's name that are shown at least.
const LEAST_NAME: usize = 16;

/// Functions of a kind that have lines of their own.
const SHOWN: usize = 8;

/// The share of exits at either end that a mean leaves out, as `VMbench` does.
const TRIM: f64 = 0.05;

/// What stands below the table.
const LEGEND: &str =
    " mean: without the 5 % at either end; exits of the loop itself are among them\n";

/// Exits for one reason.
pub(crate) struct Kind<'a> {
    pub(crate) reason: &'a str,
    pub(crate) lengths: Sorted,
    /// By where the guest is left, the place with most instructions first.
    places: Vec<(String, Sorted)>,
}

/// What `profile` leaves the guest for, the kind with most instructions first.
pub(crate) fn kinds(profile: &Profile) -> Vec<Kind<'_>> {
    let mut kinds = BTreeMap::<&str, BTreeMap<String, Vec<f64>>>::new();
    for exits in &profile.exits {
        let places = kinds.entry(&exits.left.reason).or_default();
        let lengths = exits.lengths.iter().map(|length| *length as f64);
        places.entry(function(exits)).or_default().extend(lengths);
    }
    let kind = |(reason, places): (_, BTreeMap<String, Vec<f64>>)| {
        let lengths = Sorted::new(places.values().flatten().copied().collect())?;
        let sorted = |(name, lengths)| Some((name, Sorted::new(lengths)?));
        let mut places: Vec<(String, Sorted)> = places.into_iter().filter_map(sorted).collect();
        places.sort_by(|(_, a), (_, b)| all(b).total_cmp(&all(a)));
        Some(Kind { reason, lengths, places })
    };
    let mut kinds: Vec<Kind> = kinds.into_iter().filter_map(kind).collect();
    kinds.sort_by(|a, b| all(&b.lengths).total_cmp(&all(&a.lengths)));
    kinds
}

/// The function that the guest is left in, or else its part.
fn function(Exits { left, .. }: &Exits) -> String {
    match left.function.as_str() {
        "" if left.world.is_empty() => "not known".to_owned(),
        "" => place(left.processor, &left.world),
        name => name.to_owned(),
    }
}

/// Instructions of exits together.
fn all(lengths: &Sorted) -> f64 {
    lengths.values().iter().sum()
}

/// A word for what began before the operations did.
fn reason(kind: &Kind) -> String {
    if kind.reason.is_empty() { "before".to_owned() } else { kind.reason.to_owned() }
}

/// The exits of a profile's operations, by their reason, and below it by the guest's functions.
pub fn exits(profile: &Profile) -> String {
    let (name, platform) = (&profile.benchmark, &profile.platform);
    let kinds = kinds(profile);
    if kinds.is_empty() {
        return format!(" {name} does not leave the guest on {platform}\n");
    }
    let count: usize = kinds.iter().map(|kind| kind.lengths.count()).sum();
    let sum = kinds.iter().map(|kind| all(&kind.lengths)).sum();
    let names = kinds.iter().flat_map(|kind| &kind.places).map(|(name, _)| name.as_str());
    let title = format!(
        "{name} leaves the guest on {platform} {} times an operation, for {} of {} instructions",
        each(profile, count as f64),
        each(profile, sum),
        exact_or_zero(profile.per_operation(profile.total)),
    );
    let table = fitting(style::terminal_width(), (LEAST_NAME, longest(names)), |most| {
        table(profile, &kinds, most)
    });
    wrapped(" ", &title, style::screen_width()) + &table + LEGEND
}

/// The same without a title, with names of so many characters at `most`.
fn table(profile: &Profile, kinds: &[Kind], most: usize) -> Table {
    let header = ["why, and where", "exits", "least", "median", "mean", "most", "share"];
    let mut table = style::new_table(&header, false);
    for kind in kinds {
        let (shown, rest) = kind.places.split_at(kind.places.len().min(SHOWN));
        table.add_row(row(profile, &reason(kind), &kind.lengths));
        for (name, lengths) in shown {
            table.add_row(row(profile, &format!("  {}", shortened(name, most)), lengths));
        }
        let others = rest.iter().flat_map(|(_, lengths)| lengths.values()).copied().collect();
        if let Some(lengths) = Sorted::new(others) {
            table.add_row(row(profile, &format!("  {} others", rest.len()), &lengths));
        }
    }
    style::align_right_from(&mut table, 1);
    table
}

fn row(profile: &Profile, what: &str, lengths: &Sorted) -> [String; 7] {
    [
        what.to_owned(),
        each(profile, lengths.count() as f64),
        rounded(lengths.min()),
        rounded(lengths.median()),
        rounded(lengths.trimmed_mean(TRIM)),
        rounded(lengths.max()),
        format!("{:.1} %", 100.0 * all(lengths) / profile.total as f64),
    ]
}

/// Of all operations' `count` an operation's.
fn each(profile: &Profile, count: f64) -> String {
    if profile.n == 1 { rounded(count) } else { exact_or_zero(count / profile.n as f64) }
}

/// Instructions of an exit.
fn rounded(length: f64) -> String {
    grouped(&format!("{length:.0}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::tests::profile;
    use results::Left;

    fn left(reason: &str, function: &str, lengths: &[u64]) -> Exits {
        let [world, function, reason] = ["guest_kernel", function, reason].map(str::to_owned);
        let left = Left { world, function, reason, ..Left::default() };
        Exits { left, lengths: lengths.to_vec() }
    }

    #[test]
    fn exits_are_told_by_reason_and_function_the_costliest_first() {
        let exits = vec![
            left("in", "poll", &[2, 2]),
            left("pf", "copy_page", &[4, 6]),
            left("pf", "", &[3]),
            left("pf", "copy_page", &[8]),
            Exits { lengths: vec![1], ..Exits::default() },
        ];
        let text = super::exits(&Profile { exits, ..profile(10) });
        assert!(text.contains("in leaves the guest on lab-kvm-npt 3.50 times"), "{text}");
        assert!(text.contains("for 13.00 of 20.00"), "{text}");
        let lines = text.lines().skip_while(|line| !line.contains('─')).skip(1);
        let rows: Vec<Vec<&str>> = lines.map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[0][..7], ["pf", "2.00", "3", "5", "5", "8", "52.5"]);
        assert_eq!(rows[1][..3], ["copy_page", "1.50", "4"]);
        assert_eq!(rows[2][..4], ["guest", "kernel", "0.50", "3"]);
        assert_eq!(rows[3][..2], ["in", "1.00"]);
        assert_eq!((rows[5][0], &rows[6][..2]), ("before", &["not", "known"][..]));
    }

    #[test]
    fn what_stays_in_the_guest_has_no_exits() {
        assert!(super::exits(&profile(10)).contains("does not leave the guest"));
    }
}
