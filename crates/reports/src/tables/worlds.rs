//! Who executed the instructions of an operation: as columns for scripts, as a table for people.

use comfy_table::Cell;

use super::style;
use crate::digits::exact;
use results::{Document, Parts, PlatformRun, Summary, Worlds};

/// Columns before the parts.
const LEADING: usize = 2;

/// The parts' columns for scripts; none where nothing was split.
pub(crate) fn columns(document: &Document) -> &'static [&'static str] {
    let mut summaries = document.platforms.iter().flat_map(|run| &run.benchmarks);
    if summaries.any(|summary| summary.worlds.is_some()) { &Parts::NAMES } else { &[] }
}

/// Instructions of one operation of `summary` in each part; `None` where that is not known.
pub(crate) fn per_operation(summary: &Summary) -> [Option<f64>; Parts::NAMES.len()] {
    summary.worlds.map(|worlds| worlds.per_operation().map(Some)).unwrap_or_default()
}

/// A table for each platform whose operations were split; empty where none were. With `shares` each of
/// several processors has a line too, and where they execute side by side, nothing else has one.
pub(super) fn render(document: &Document, shares: bool, colour: bool) -> String {
    let tables = document.platforms.iter().filter_map(|run| table(run, shares, colour));
    tables.collect::<Vec<_>>().join("\n")
}

fn table(run: &PlatformRun, shares: bool, colour: bool) -> Option<String> {
    let is_split = |s: &&Summary| s.worlds.is_some() || (shares && !s.shares.is_empty());
    let rows: Vec<_> = run.benchmarks.iter().filter(is_split).collect();
    if rows.is_empty() {
        return None;
    }
    let shown = shown(&rows);
    let names: Vec<String> = shown.iter().map(|part| heading(Parts::NAMES[*part])).collect();
    let mut header = vec!["category", "benchmark"];
    header.extend(names.iter().map(String::as_str));
    header.push("total");
    let mut table = style::new_table(&header, colour);
    let categories = style::once_each(rows.iter().map(|row| row.category.as_str()));
    for (summary, category) in rows.iter().zip(categories) {
        let mut line = |category: &str, name: &str, worlds: Option<&Worlds>| {
            let mut cells = vec![Cell::new(category), Cell::new(name)];
            if let Some(worlds) = worlds {
                let parts = worlds.per_operation();
                cells.extend(shown.iter().map(|part| Cell::new(text(parts[*part]))));
                cells.push(Cell::new(text(worlds.total())));
            }
            table.add_row(cells);
        };
        line(category, &summary.name, summary.worlds.as_ref());
        for (number, share) in summary.shares.iter().enumerate().filter(|_| shares) {
            line("", &format!("  processor {number}"), Some(&share.worlds));
        }
    }
    style::align_right_from(&mut table, LEADING);
    let title = format!(" Instructions of one operation on {}, by who executes them\n", run.label);
    Some(title + &style::text(&table))
}

/// The parts, by their numbers, that are not empty of all `rows`.
pub(crate) fn shown(rows: &[&Summary]) -> Vec<usize> {
    let all = |summary: &&Summary| {
        let shares = summary.shares.iter().map(|share| share.worlds);
        summary.worlds.into_iter().chain(shares).collect::<Vec<_>>()
    };
    let all: Vec<_> = rows.iter().flat_map(all).collect();
    let is_some = |part: usize| all.iter().any(|worlds| worlds.per_operation()[part] != 0.0);
    (0..Parts::NAMES.len()).filter(|part| is_some(*part)).collect()
}

/// The name of a part for people.
pub(crate) fn heading(name: &str) -> String {
    name.replace('_', " ")
}

/// A number of instructions.
pub(crate) fn text(instructions: f64) -> String {
    if instructions == 0.0 { "0".to_owned() } else { exact(instructions) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Settings, Share, Status};

    fn document(worlds: Option<Worlds>) -> Document {
        let mut summary = Summary::without_value("in", "io", Status::Ok, String::new());
        summary.worlds = worlds;
        let run = PlatformRun {
            label: "lab-kvm-npt".into(),
            benchmarks: vec![summary],
            ..PlatformRun::default()
        };
        Document { settings: Settings::default(), platforms: vec![run], ..Document::default() }
    }

    #[test]
    fn the_parts_that_are_not_empty_have_columns_and_the_sum_stands_behind_them() {
        let run =
            Parts { guest_kernel: 20, hypervisor: 7000, device_model: 5200, ..Parts::default() };
        let control = Parts { guest_kernel: 20, ..Parts::default() };
        let document = document(Some(Worlds { n: 2, run, control }));
        let text = render(&document, true, false);
        assert!(text.contains("hypervisor") && !text.contains("guest kernel"), "{text}");
        assert!(
            text.contains("3,500") && text.contains("2,600") && text.contains("6,100"),
            "{text}"
        );
        assert_eq!(columns(&document).len(), 6);
        let parts = per_operation(&document.platforms[0].benchmarks[0]);
        assert_eq!(parts, [0.0, 0.0, 3500.0, 2600.0, 0.0, 0.0].map(Some));
    }

    #[test]
    fn each_processor_has_a_line_where_it_is_asked_for() {
        let run = Parts { hypervisor: 7, ..Parts::default() };
        let worlds = Worlds { n: 1, run, control: Parts::default() };
        let mut document = document(Some(worlds));
        let share = |hypervisor| {
            let run = Parts { hypervisor, ..Parts::default() };
            Share { worlds: Worlds { run, ..worlds }, events: None }
        };
        document.platforms[0].benchmarks[0].shares = vec![share(3), share(4)];
        let line =
            |text: &str, name: &str| text.lines().find(|it| it.contains(name)).map(str::to_owned);
        let whole = render(&document, true, false);
        assert!(line(&whole, "processor 1").unwrap().ends_with(" 4.00"), "{whole}");
        assert_eq!(line(&render(&document, false, false), "processor"), None);

        // Side by side: their sum is not the figure.
        document.platforms[0].benchmarks[0].worlds = None;
        let whole = render(&document, true, false);
        assert!(line(&whole, "processor 0").unwrap().ends_with(" 3.00"), "{whole}");
        assert!(line(&whole, " io ").unwrap().trim_end().ends_with("in"), "{whole}");
        assert!(render(&document, false, false).is_empty());
    }

    #[test]
    fn without_a_split_there_is_neither_table_nor_column() {
        let document = document(None);
        assert!(render(&document, true, false).is_empty() && columns(&document).is_empty());
        assert_eq!(per_operation(&document.platforms[0].benchmarks[0]), [None; 6]);
    }
}
