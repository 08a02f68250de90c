//! The rows of the first screen: which there are, and what stands in them.

use comfy_table::{Cell, Table};

use super::figures::{BELOW, Counted, MARGIN, ROUGH, figure, with_margins};
use super::{Answers, EMULATOR};
use crate::tables::grid::{has_ratio, ratio_text, rows as all_rows};
use crate::tables::lines::shortened;
use crate::tables::style;
use results::{Document, PlatformRun, Summary};

/// Columns between two of the table.
const GAP: usize = 3;

/// Columns below which it is not worth saying what a guest does.
const LEAST: usize = 20;

/// The benchmarks that have a row.
pub(super) struct Rows<'a> {
    shown: Vec<&'a Summary>,
    /// How many have none.
    pub(super) left_out: usize,
}

/// A column: its head, and a text for each row with the summary behind it.
type Column<'a> = (String, Vec<(String, Option<&'a Summary>)>);

impl<'a> Rows<'a> {
    /// All, or the `most` telling: of each category one in turn, first those in which others than the
    /// processor may have a part and which were measured anywhere.
    pub(super) fn of(document: &'a Document, of: &Answers, most: usize) -> Self {
        let all = all_rows(document);
        if of.all || all.len() <= most {
            return Self { shown: all, left_out: 0 };
        }
        let mut ranked: Vec<((bool, usize), usize)> = Vec::new();
        for (place, row) in all.iter().enumerate() {
            let is_plain = !is_telling(document, row, of);
            let before = ranked.iter().filter(|((plain, _), other)| {
                *plain == is_plain && all[*other].category == row.category
            });
            ranked.push(((is_plain, before.count()), place));
        }
        ranked.sort_unstable();
        let mut places: Vec<usize> = ranked.iter().take(most).map(|(_, place)| *place).collect();
        places.sort_unstable();
        let shown: Vec<_> = places.iter().map(|place| all[*place]).collect();
        Self { left_out: all.len() - shown.len(), shown }
    }

    /// The tables, each of as many platforms as stand side by side in `width` columns.
    pub(super) fn tables(
        &self,
        document: &'a Document,
        of: &Answers,
        colour: bool,
        width: usize,
    ) -> Vec<String> {
        if self.shown.is_empty() {
            return Vec::new();
        }
        let columns = document.platforms.iter().map(|run| self.columns(document, run, of));
        let columns: Vec<Vec<Column>> = columns.collect();
        let names = self.shown.iter().map(|row| row.name.chars().count());
        let names = names.chain(["benchmark".len()]).max().unwrap_or_default() + GAP;
        let size = |group: &Vec<Column>| group.iter().map(column_width).sum::<usize>();
        let mut tables = Vec::new();
        let mut left = &columns[..];
        while !left.is_empty() {
            let fits =
                |count: &usize| names + left[..*count].iter().map(size).sum::<usize>() <= width;
            let count = (1..=left.len()).rev().find(fits).unwrap_or(1);
            let (group, rest) = left.split_at(count);
            let room = width.saturating_sub(names + group.iter().map(size).sum::<usize>() + GAP);
            tables.push(style::text(&self.table(&group.concat(), room, document, of, colour)));
            left = rest;
        }
        tables
    }

    fn table(
        &self,
        columns: &[Column],
        room: usize,
        document: &Document,
        of: &Answers,
        colour: bool,
    ) -> Table {
        let does: Vec<String> =
            self.shown.iter().map(|row| shortened(&summary(document, row, of), room)).collect();
        let has_words = room >= LEAST && does.iter().any(|text| !text.is_empty());
        let mut header = if has_words { vec!["what a guest does"] } else { Vec::new() };
        header.push("benchmark");
        let leading = header.len();
        header.extend(columns.iter().map(|(head, _)| head.as_str()));
        let mut table = style::new_table(&header, colour);
        for (index, row) in self.shown.iter().enumerate() {
            let mut cells: Vec<Cell> =
                does.get(index).filter(|_| has_words).map(Cell::new).into_iter().collect();
            cells.push(Cell::new(&row.name));
            cells.extend(columns.iter().map(|(_, texts)| {
                let (text, summary) = &texts[index];
                let shade = summary.and_then(|summary| style::colour(summary.status));
                shade.map_or(Cell::new(text), |shade| Cell::new(text).fg(shade))
            }));
            table.add_row(cells);
        }
        style::align_right_from(&mut table, leading);
        table
    }

    fn columns(
        &self,
        document: &'a Document,
        run: &'a PlatformRun,
        of: &Answers,
    ) -> Vec<Column<'a>> {
        let counted = Counted::of(run, of.counted);
        let cell = |row: &&Summary| {
            let summary = run.find(&row.name);
            let text =
                summary.zip(counted).map(|(summary, counted)| figure(run.hz(), summary, counted));
            (text.unwrap_or_default(), summary)
        };
        let mut cells: Vec<_> = self.shown.iter().map(cell).collect();
        with_margins(&mut cells);
        let mark =
            if run.is_emulated() && has_others(document) { EMULATOR.into() } else { String::new() };
        let mut columns = vec![(run.label.clone() + &mark, cells)];
        if of.ratios && has_ratio(document, run, true) {
            let ratio = |row: &&Summary| {
                let summary = run.find(&row.name);
                (summary.map(|s| ratio_text(document, run, s)).unwrap_or_default(), None)
            };
            columns.push(("ratio".to_owned(), self.shown.iter().map(ratio).collect()));
        }
        columns
    }

    /// What the marks mean that occur.
    pub(super) fn notes(&self, document: &Document, of: &Answers) -> Vec<String> {
        let mut notes = Vec::new();
        if has_others(document) && document.platforms.iter().any(PlatformRun::is_emulated) {
            notes.push(format!("{EMULATOR} emulator: another kind of figure"));
        }
        let platforms = document.platforms.iter();
        let texts =
            platforms.flat_map(|run| self.columns(document, run, of)).flat_map(|column| column.1);
        let texts: Vec<String> = texts.map(|(text, _)| text).collect();
        let starts = |mark: &str| texts.iter().any(|text| text.starts_with(mark));
        if texts.iter().any(|text| text.contains(MARGIN)) {
            notes.push(format!("{MARGIN} 95 % interval"));
        }
        if starts(ROUGH) {
            notes.push(format!("{ROUGH} known within a factor only"));
        }
        if starts(BELOW) {
            notes.push(format!("{BELOW} cannot be told from zero"));
        }
        notes
    }
}

/// Whether there are platforms that are no emulators: emulators are another kind of thing beside them.
pub(super) fn has_others(document: &Document) -> bool {
    document.platforms.iter().any(|run| !run.is_emulated())
}

fn column_width((head, texts): &Column) -> usize {
    let widths = texts.iter().map(|(text, _)| text.chars().count());
    widths.chain([head.chars().count()]).max().unwrap_or_default() + GAP
}

fn is_telling(document: &Document, row: &Summary, of: &Answers) -> bool {
    let runs = document.platforms.iter();
    let is_measured =
        runs.clone().any(|run| run.find(&row.name).is_some_and(|s| s.value.is_some()));
    let mut known = runs.filter_map(|run| of.operations.get(&(run.guest, row.name.clone())));
    is_measured && known.next().is_none_or(|operation| operation.is_answered)
}

/// What a guest does in `row`, without the instructions' names.
fn summary(document: &Document, row: &Summary, of: &Answers) -> String {
    let mut runs = document.platforms.iter();
    let found = runs.find_map(|run| of.operations.get(&(run.guest, row.name.clone())));
    let text = found.map(|operation| operation.summary.as_str()).unwrap_or_default();
    text.split(" (").next().unwrap_or_default().to_owned()
}
