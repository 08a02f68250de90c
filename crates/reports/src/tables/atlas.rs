//! The atlas for people: the greatest steps of each platform, and what cannot be told.

use std::io;

use super::lines::{joined, wrapped};
use super::style;
use crate::Format;
use crate::data;
use crate::digits::{average, counted, figure, percent};
use analysis::atlas::{Atlas, Column, Explained, FunctionChange, Kind, Step};
use ground::brief;

/// Steps of each platform that are shown.
const SHOWN: usize = 12;

/// Functions of a step that are named.
const NAMED: usize = 6;

/// Characters of a name that are shown: a table has 80 columns.
const NAME: usize = 18;

/// Prints `atlas` with its steps of at least `threshold`, a share.
///
/// # Errors
/// When `out` cannot be written.
pub fn atlas(
    atlas: &Atlas,
    threshold: f64,
    format: Format,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Table => out.write_all(text(atlas, threshold).as_bytes()),
        Format::Csv => rows(atlas, out),
        Format::Json => data::write(atlas, out),
    }
}

fn text(atlas: &Atlas, threshold: f64) -> String {
    let mut text =
        "HyperBench: the atlas, in instructions; of each kind the greatest steps first\n"
            .to_owned();
    for column in &atlas.columns {
        let steps = atlas.steps_from(threshold).filter(|step| step.platform == column.platform);
        text += &platform(column, &steps.collect::<Vec<_>>(), threshold);
    }
    if atlas.steps.iter().any(|step| step.kind == Kind::Build) {
        text +=
            "\n* other build: by another Debian's compiler; source and build are not told apart.\n";
    }
    text
}

fn platform(column: &Column, steps: &[&Step], threshold: f64) -> String {
    let mut text = format!("\n{}\n{}", brief(&column.platform, 70), span(column));
    let header = ["step", "operation", "before", "after", "builds"];
    let mut table = style::new_table(&header, style::wants_colour());
    let kinds = Kind::ALL.iter().filter(|_| column.builds.len() > 1);
    for kind in kinds {
        let of_kind: Vec<_> = steps.iter().filter(|step| step.kind == *kind).collect();
        for step in of_kind.iter().take(SHOWN) {
            table.add_row(row(step));
        }
        text += &match of_kind.len() {
            0 => format!(" {}: no step of {} or more\n", kind.name(), percent(threshold)),
            many => format!(" {}: {}\n", kind.name(), counted(many as u64, "steps")),
        };
    }
    style::align_right_from(&mut table, 2);
    for column in table.column_iter_mut() {
        column.set_padding((1, 0));
    }
    if let Some(builds) = table.column_mut(header.len() - 1) {
        builds.set_cell_alignment(comfy_table::CellAlignment::Left);
        builds.set_padding((1, 0));
    }
    if !steps.is_empty() {
        text += &format!("\n{}", style::text(&table));
    }
    let explained = steps.iter().filter_map(|step| Some((step, step.explained.as_ref()?)));
    let lines: String = explained.take(SHOWN).map(|(step, by)| because(step, by)).collect();
    if !lines.is_empty() {
        text += &format!("\n{lines}");
    }
    text + &failures(column)
}

fn row(step: &Step) -> [String; 5] {
    let mark = if step.kind == Kind::Build { "*" } else { "" };
    [
        change(step) + mark,
        brief(&step.benchmark, NAME),
        figure(step.before),
        figure(step.after),
        format!("{} → {}", brief(short(&step.from, &step.to), NAME), brief(&step.to, NAME)),
    ]
}

/// `from` without the Debian that it shares with `to`.
fn short<'a>(from: &'a str, to: &str) -> &'a str {
    match (from.split_once('+'), to.split_once('+')) {
        (Some((bare, of)), Some((_, same))) if of == same => bare,
        _ => from,
    }
}

/// The builds of a column: how many, and which.
fn span(column: &Column) -> String {
    let names = || column.builds.iter().map(|build| brief(&build.name, NAME));
    match (names().next(), names().next_back()) {
        (Some(only), Some(_)) if column.builds.len() == 1 => format!(" 1 build, {only}\n"),
        (Some(first), Some(last)) => {
            format!(" {}, {first} to {last}\n", counted(column.builds.len() as u64, "builds"))
        }
        _ => " no build has figures\n".to_owned(),
    }
}

/// How much a cost steps, with its sign.
pub(crate) fn change(step: &Step) -> String {
    let sign = if step.share < 0.0 { "−" } else { "+" };
    format!("{sign}{}", percent(step.share.abs()))
}

/// A number of instructions, with its sign.
pub(crate) fn signed(difference: f64) -> String {
    let sign = if difference < 0.0 { "−" } else { "+" };
    format!("{sign}{}", average(difference.abs()))
}

/// The functions that make `step`, in a few lines that sum to it.
fn because(step: &Step, by: &Explained) -> String {
    let mut parts: Vec<String> = by.functions.iter().take(NAMED).map(function).collect();
    let rest: f64 = by.functions.iter().skip(NAMED).map(|one| one.difference).sum();
    let others = by.functions.len().saturating_sub(NAMED) + by.others;
    if others > 0 {
        let rest = signed(rest + by.others_difference);
        parts.push(format!("{} {rest}", counted(others as u64, "others")));
    }
    let total = signed(step.difference());
    let head = format!(" {}, {} → {}: {total}:\n", step.benchmark, step.from, step.to);
    brief(&head, 400) + &joined("   ", &parts, ", ", style::screen_width())
}

fn function(one: &FunctionChange) -> String {
    format!("{} {}", brief(&one.name, 60), signed(one.difference))
}

fn failures(column: &Column) -> String {
    let builds = column.failures.iter().map(|(name, why)| format!("{name}: {why}"));
    let operations = column.builds.iter().flat_map(|build| {
        build.failures.iter().map(|(name, why)| format!("{}: {name}: {why}", build.name))
    });
    let line = |text: String| wrapped(" ! ", &brief(&text, 600), style::screen_width());
    let lines: String = builds.chain(operations).map(line).collect();
    let figures = column.builds.iter().flat_map(|build| build.figures.values());
    match figures.filter(|figure| figure.waits).count() as u64 {
        0 => lines,
        waiting => {
            let figures = counted(waiting, "figures");
            lines + &format!(" left out, since most of it is waiting for a clock: {figures}\n")
        }
    }
}

/// Writes one row a build and benchmark; `step` is by how much the cost stepped there, as a share.
fn rows(atlas: &Atlas, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record([
        "platform",
        "benchmark",
        "build",
        "package",
        "compiler",
        "value",
        "waits",
        "from",
        "kind",
        "step",
    ])?;
    for column in &atlas.columns {
        for build in &column.builds {
            for (benchmark, figure) in &build.figures {
                let step = atlas.steps.iter().find(|step| {
                    (&step.platform, &step.benchmark) == (&column.platform, benchmark)
                        && step.to == build.name
                });
                let from = step.map(|step| &step.from);
                let kind = step.map(|step| step.kind.name());
                let what =
                    (&column.platform, benchmark, &build.name, &build.version, &build.compiler);
                writer.serialize((
                    what,
                    figure.value,
                    figure.waits,
                    from,
                    kind,
                    step.map(|it| it.share),
                ))?;
            }
        }
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::atlas::{Build, Figure};

    fn sample() -> Atlas {
        let build = |name: &str, value, waits| Build {
            name: name.to_owned(),
            figures: [("in".to_owned(), Figure { value, waits })].into(),
            ..Build::default()
        };
        let builds =
            vec![build("6.12.43+deb12", 3000.0, false), build("6.12.117+deb12", 3300.0, true)];
        let platform = "lab-kvm-npt".to_owned();
        let function = FunctionChange {
            name: "walk\x1b[31m".to_owned(),
            difference: 290.0,
            ..FunctionChange::default()
        };
        let step = Step {
            platform: platform.clone(),
            benchmark: "in".to_owned(),
            from: "6.12.43+deb12".to_owned(),
            to: "6.12.117+deb12".to_owned(),
            kind: Kind::Stable,
            before: 3000.0,
            after: 3300.0,
            share: 0.1,
            explained: Some(Explained {
                before: 3000.0,
                after: 3300.0,
                functions: vec![function],
                others: 4,
                others_difference: 10.0,
                ..Explained::default()
            }),
        };
        let failures = [("7.3".to_owned(), "it panics".to_owned())].into();
        Atlas {
            columns: vec![Column { platform, builds, failures, ..Column::default() }],
            steps: vec![step],
        }
    }

    #[test]
    fn steps_are_told_with_their_functions_and_fit_80_columns() {
        let text = text(&sample(), 0.01);
        for part in [
            "2 builds, 6.12.43+deb12 to 6.12.117+deb12",
            "stable update: 1 step",
            "new series: no step of 1.0 % or more",
            "+10 %",
            "+290, 4 others +10",
            "! 7.3: it panics",
            "waiting for a clock: 1 figure\n",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains('\x1b'));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(!super::text(&sample(), 0.2).contains("+10 %"));
    }

    #[test]
    fn a_row_of_csv_is_a_figure_with_its_step() {
        let mut out = Vec::new();
        rows(&sample(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 3);
        assert!(text.ends_with("3300.0,true,6.12.43+deb12,stable update,0.1\n"), "{text}");
    }
}
