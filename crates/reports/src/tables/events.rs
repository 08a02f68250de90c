//! Events per operation: as columns for scripts, as a table for people.

use std::collections::BTreeSet;

use comfy_table::Cell;

use super::sampling::first_few;
use super::style;
use results::{Document, EXITS, Event, PlatformRun, Summary, USER_EXITS};

/// Columns before the first counter's.
const LEADING: usize = 3;

/// A counter that no benchmark moves by this many events an operation gets no column in the
/// table for people, unless it is one of the two by which platforms are compared.
const SHOWN: f64 = 0.5;

/// The counters' columns for scripts: the two that each platform can be compared by, then
/// all others by name. None unless events were asked for.
pub(crate) fn columns(document: &Document) -> Vec<&str> {
    if document.settings.events.is_none() {
        return Vec::new();
    }
    let summaries = document.platforms.iter().flat_map(|run| &run.benchmarks);
    let counters = summaries.filter_map(|summary| summary.events.as_ref());
    let names: BTreeSet<&str> =
        counters.flat_map(|events| events.counters.keys().map(String::as_str)).collect();
    let further = names.into_iter().filter(|name| ![USER_EXITS, EXITS].contains(name));
    [USER_EXITS, EXITS].into_iter().chain(further).collect()
}

/// Events of one operation of `summary` in the order of `columns`; `None` where they are not
/// counted.
pub(crate) fn per_operation(summary: &Summary, columns: &[&str]) -> Vec<Option<f64>> {
    let find = |name: &&str| Some(event(summary, name)?.per_operation);
    columns.iter().map(find).collect()
}

/// A table for each platform that counts, of what moved on it; empty where none does.
pub(crate) fn render(document: &Document, colour: bool) -> String {
    let columns = columns(document);
    let tables = document.platforms.iter().filter_map(|run| table(run, &columns, colour));
    tables.collect::<Vec<_>>().join("\n")
}

fn table(run: &PlatformRun, columns: &[&str], colour: bool) -> Option<String> {
    let rows: Vec<_> = run.benchmarks.iter().filter(|s| s.events.is_some()).collect();
    let moved = |name: &&&str| {
        let counts = |summary: &&Summary| event(summary, name).map(|e| e.per_operation.abs());
        let least = if [USER_EXITS, EXITS].contains(name) { 0.0 } else { SHOWN };
        rows.iter().filter_map(counts).any(|count| count >= least)
    };
    let shown: Vec<&str> = columns.iter().filter(moved).copied().collect();
    if rows.is_empty() {
        return None;
    }
    let mut table =
        style::new_table(&[&["category", "benchmark", "n"], &shown[..]].concat(), colour);
    for summary in rows {
        let n = summary.events.as_ref().map_or(0, |events| events.n);
        let mut cells = vec![Cell::new(&summary.category), Cell::new(&summary.name), Cell::new(n)];
        cells.extend(shown.iter().map(|name| Cell::new(text(summary, name))));
        table.add_row(cells);
    }
    style::align_right_from(&mut table, LEADING - 1);
    let title = format!(" Events per operation on {}\n", run.label);
    Some(title + &style::text(&table))
}

/// For each platform that counts, whether operations leave the guest as often as expected.
pub(super) fn lines(document: &Document) -> String {
    let line = |run: &PlatformRun| Some(format!(" {}: {}\n", run.label, verdict(run)?));
    document.platforms.iter().filter_map(line).collect()
}

fn event<'a>(summary: &'a Summary, name: &str) -> Option<&'a Event> {
    summary.events.as_ref()?.counters.get(name)
}

/// What was counted of one operation, and how many exits were expected where it is another number;
/// empty where nothing was.
pub(crate) fn text(summary: &Summary, name: &str) -> String {
    let count = event(summary, name).map(count).unwrap_or_default();
    let unexpected = || summary.events.as_ref()?.unexpected_exits();
    match unexpected().filter(|_| name == EXITS) {
        Some((_, expected)) => format!("{count}, {expected} expected"),
        None => count,
    }
}

/// How many operations of `run` leave the guest as often as the catalogue expects, and which do not;
/// `None` where it expects nothing.
pub(crate) fn verdict(run: &PlatformRun) -> Option<String> {
    let events: Vec<_> =
        run.benchmarks.iter().filter_map(|s| Some((&s.name, s.events.as_ref()?))).collect();
    let known = events.iter().filter(|(_, events)| events.exits().is_some()).count();
    let others = events.iter().filter_map(|(name, events)| {
        let (counted, expected) = events.unexpected_exits()?;
        Some(format!("{name} {} ({expected} expected)", rounded(counted)))
    });
    let others: Vec<String> = others.collect();
    let as_expected = known - others.len();
    let but = if others.is_empty() { String::new() } else { format!("; {}", first_few(&others)) };
    (known > 0)
        .then(|| format!("{as_expected} of {known} operations exit as often as expected{but}"))
}

/// The count with three digits, and behind it the events that do not fit a whole number an
/// operation.
fn count(event: &Event) -> String {
    let count = rounded(event.per_operation);
    match event.residual.abs() < 0.5 {
        true => format!("{count:.3}"),
        false => format!("{count:.3} ({:+.0})", event.residual),
    }
}

/// To three digits. Adding zero turns minus zero, which would be shown with its sign, into zero.
fn rounded(count: f64) -> f64 {
    (count * 1000.0).round() / 1000.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Events, Settings, Snapshot, Status};

    fn document() -> Document {
        let at = |user: u64, exits: u64| {
            Snapshot::from([("user_exits".into(), user), ("exits".into(), exits), ("x".into(), 1)])
        };
        let mut summary = Summary::without_value("in", "io", Status::Ok, String::new());
        summary.events =
            Events::of(1000, [&at(5, 9), &at(1005, 1016), &at(1005, 1016), &at(1005, 1017)]);
        let run = PlatformRun {
            label: "kvm".into(),
            platform: "kvm".into(),
            spec: "kvm".into(),
            benchmarks: vec![summary],
            ..PlatformRun::default()
        };
        let settings = Settings { events: Some(1000), ..Settings::default() };
        Document { settings, platforms: vec![run], ..Document::default() }
    }

    #[test]
    fn the_two_common_columns_come_first_and_what_is_not_counted_is_empty() {
        let mut document = document();
        assert_eq!(columns(&document), ["user_exits", "exits", "x"]);
        let summary = &document.platforms[0].benchmarks[0];
        let found = per_operation(summary, &["user_exits", "exits", "other"]);
        assert_eq!(found, [Some(1.0), Some(1.006), None]);
        document.settings.events = None;
        assert!(columns(&document).is_empty());
    }

    #[test]
    fn exits_that_were_not_expected_are_told() {
        let mut document = document();
        assert_eq!(lines(&document), "", "nothing is expected");
        let mut expect = |expected| {
            let events = document.platforms[0].benchmarks[0].events.as_mut().unwrap();
            events.expected = Some(expected);
            (lines(&document), render(&document, false))
        };
        let (line, table) = expect(1);
        assert_eq!(line, " kvm: 1 of 1 operations exit as often as expected\n");
        assert!(!table.contains("expected"), "{table}");
        let (line, table) = expect(2);
        assert_eq!(
            line,
            " kvm: 0 of 1 operations exit as often as expected; in 1.006 (2 expected)\n"
        );
        assert!(table.contains("1.006 (+6), 2 expected"), "{table}");
    }

    #[test]
    fn people_see_what_moved_and_what_is_left_over() {
        let text = render(&document(), false);
        assert!(text.contains("1.000") && text.contains("1.006 (+6)"), "{text}");
        assert!(!text.contains(" x "), "a counter that did not move: {text}");
    }
}
