//! Events per operation: as columns for scripts, as a table for people.

use std::collections::BTreeSet;

use comfy_table::{Cell, CellAlignment, ColumnConstraint};

use super::sampling::first_few;
use super::style;
use results::{Document, EXITS, Event, Events, PlatformRun, Summary, USER_EXITS};

/// Columns before those of `HEADER`.
const LEADING: usize = 2;

/// Counters that an operation moves by less than this are noise to people.
const SHOWN: f64 = 0.01;

/// Heads of the columns for people, behind the benchmark's: operations, and what each one caused.
pub(crate) const HEADER: [&str; 4] = ["n", USER_EXITS, EXITS, "other counters"];

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

/// A table for each platform that counts; empty where none does.
pub(crate) fn render(document: &Document, colour: bool) -> String {
    let tables = document.platforms.iter().filter_map(|run| table(run, colour));
    tables.collect::<Vec<_>>().join("\n")
}

fn table(run: &PlatformRun, colour: bool) -> Option<String> {
    let rows: Vec<_> = run.benchmarks.iter().filter(|s| s.events.is_some()).collect();
    if rows.is_empty() {
        return None;
    }
    let mut table = style::new_table(&[&["category", "benchmark"], &HEADER[..]].concat(), colour);
    let texts: Vec<_> = rows.iter().map(|summary| texts(summary)).collect();
    let categories = style::once_each(rows.iter().map(|row| row.category.as_str()));
    for ((summary, category), texts) in rows.iter().zip(categories).zip(&texts) {
        let mut cells = vec![Cell::new(category), Cell::new(&summary.name)];
        cells.extend(texts.iter().map(Cell::new));
        table.add_row(cells);
    }
    style::align_right_from(&mut table, LEADING);
    for (index, column) in table.column_iter_mut().skip(LEADING).enumerate() {
        if texts.iter().all(|texts| texts[index].is_empty()) {
            column.set_constraint(ColumnConstraint::Hidden);
        }
    }
    if let Some(last) = table.column_mut(LEADING + HEADER.len() - 1) {
        last.set_cell_alignment(CellAlignment::Left);
    }
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

/// What `summary` shows under `HEADER`; empty what was not counted.
pub(crate) fn texts(summary: &Summary) -> [String; HEADER.len()] {
    let n = summary.events.as_ref().map_or(0, |events| events.n);
    let count = |name| event(summary, name).map(count).unwrap_or_default();
    let unexpected = summary.events.as_ref().and_then(Events::unexpected_exits);
    let expected = unexpected.map(|(_, expected)| format!(", {expected} expected"));
    let exits = count(EXITS) + &expected.unwrap_or_default();
    [n.to_string(), count(USER_EXITS), exits, others(summary)]
}

/// The counters that have no column, those that move most first.
fn others(summary: &Summary) -> String {
    let counters = summary.events.iter().flat_map(|events| &events.counters);
    let others = counters.filter(|(name, _)| ![USER_EXITS, EXITS].contains(&name.as_str()));
    let mut moved: Vec<_> = others.map(|(name, event)| (name, event.per_operation)).collect();
    moved.retain(|(_, count)| count.abs() >= SHOWN);
    moved.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let texts = moved.iter().map(|(name, count)| format!("{name} {}", rounded(*count)));
    first_few(&texts.collect::<Vec<_>>())
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
    use results::{Settings, Snapshot, Status};

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
    fn further_counters_stand_together_those_that_move_most_first() {
        let run = Snapshot::from([("few".into(), 20), ("many".into(), 3000), ("noise".into(), 1)]);
        let mut document = document();
        let summary = &mut document.platforms[0].benchmarks[0];
        summary.events = Events::of_loops(1000, &run, &Snapshot::new());
        let expected = ["1000", "", "", "many 3, few 0.02"].map(str::to_owned);
        assert_eq!(texts(summary), expected);
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
        let mut document = document();
        let text = render(&document, false);
        assert!(text.contains("1.000") && text.contains("1.006 (+6)"), "{text}");
        assert!(!text.contains("x 0") && !text.contains("other"), "x did not move: {text}");
        let run = Snapshot::from([("sgdt".into(), 10)]);
        document.platforms[0].benchmarks[0].events = Events::of_loops(10, &run, &Snapshot::new());
        let text = render(&document, false);
        assert!(text.contains("sgdt 1") && !text.contains("exits"), "{text}");
    }
}
