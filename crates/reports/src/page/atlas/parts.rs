//! The parts of the atlas' pages: tables of steps, figures, operations and builds.

use maud::{Markup, html};

use super::{Site, subjects};
use crate::digits::grouped;
use crate::page::part::{Part, raw, table};
use crate::percent_text;
use crate::tables::atlas::{change, signed};
use analysis::atlas::{Atlas, Build, Column, Explained, Step, Subject};

const STEPS: [&str; 8] = ["step", "operation", "platform", "from", "to", "before", "after", "kind"];

impl Site<'_> {
    pub(super) fn steps_part(&self, steps: &[&Step]) -> Part {
        let rows = html! { @for step in steps { tr {
            td { b { (change(step)) } } td { (Self::link(&self.operations, &step.benchmark)) } td { (step.platform) }
            td { (Self::link(&self.builds, &step.from)) } td { (Self::link(&self.builds, &step.to)) }
            td { (number(step.before)) } td { (number(step.after)) } td { (step.kind.name()) }
        } } };
        let explained = steps.iter().filter_map(|step| Some((*step, step.explained.as_ref()?)));
        Part {
            id: "steps",
            short: "Steps",
            title: "Steps",
            lead: html! { p {
                "Each build is set against the last one before it that the same Debian compiled: a stable update, or a \
                 new series. \"other build\" is another Debian's compiler and configuration, where source and build are \
                 not told apart. Steps below " (percent_text(self.threshold)) " are left out."
            } },
            body: html! {
                @if steps.is_empty() { p { "None." } } @else { (table("steps", "steps-table", "Steps", &STEPS, &rows)) }
                @for (step, by) in explained { (functions(step, by)) }
            },
        }
    }

    /// A row a build, a column a platform; a table for all that has versions.
    pub(super) fn figures_part(&self, name: &str) -> Part {
        let of_it = subjects(self.atlas);
        Part {
            id: "figures",
            short: "Figures",
            title: "All figures",
            lead: html! {
                p { "Instructions of one operation." }
                ul { @for column in &self.atlas.columns { (dearest(column, name)) } }
            },
            body: html! { @for (subject, atlas) in &of_it { (self.figures(*subject, atlas, name)) } },
        }
    }

    /// The same of the versions of `subject`.
    fn figures(&self, subject: Subject, atlas: &Atlas, name: &str) -> Markup {
        let header: Vec<String> =
            atlas.columns.iter().map(|column| plain(&column.platform)).collect();
        let header: Vec<&str> =
            std::iter::once("build").chain(header.iter().map(|it| &**it)).collect();
        let rows = html! { @for build in atlas.builds() { tr {
            td { (Self::link(&self.builds, &build.name)) }
            @for column in &atlas.columns { td { (cell(column.build(&build.name), name)) } }
        } } };
        let id = format!("figures-of-{}", subject.key());
        table("numbers", &id, &format!("By the version of {}", subject.name()), &header, &rows)
    }

    /// A row an operation, a column a platform, of one build.
    pub(super) fn all_figures_part(&self, build: &str) -> Part {
        let columns: Vec<_> =
            self.atlas.columns.iter().filter(|it| it.build(build).is_some()).collect();
        let header: Vec<String> = columns.iter().map(|column| plain(&column.platform)).collect();
        let header: Vec<&str> =
            std::iter::once("operation").chain(header.iter().map(|it| &**it)).collect();
        let rows = html! { @for (name, _) in &self.operations { tr {
            td { (Self::link(&self.operations, name)) }
            @for column in &columns { td { (cell(column.build(build), name)) } }
        } } };
        Part {
            id: "figures",
            short: "Figures",
            title: "All figures",
            lead: html! { p {
                "Instructions of one operation; of the results in "
                (columns.iter().filter_map(|it| it.build(build)).map(|it| it.file.clone()).collect::<Vec<_>>().join(", ")) "."
            } },
            body: table("numbers", "figures-of-build", "All figures", &header, &rows),
        }
    }

    pub(super) fn operations_part(&self) -> Part {
        let rows = html! { @for (name, _) in &self.operations {
            @let steps: Vec<_> = self.steps().filter(|step| step.benchmark == *name).collect();
            tr {
                td { (Self::link(&self.operations, name)) } td { (steps.len()) }
                td { @if let Some(step) = steps.first() { (change(step)) ", " (step.platform) ", " (step.to) } }
            }
        } };
        Part {
            id: "operations",
            short: "Operations",
            title: "Operations",
            lead: html! { p { "Each has a page with its line over all builds." } },
            body: table(
                "operations",
                "operations-table",
                "Operations",
                &["operation", "steps", "greatest"],
                &rows,
            ),
        }
    }

    pub(super) fn builds_part(&self) -> Part {
        let rows = html! { @for build in self.atlas.builds() {
            @let steps = self.steps().filter(|step| step.to == build.name).count();
            tr {
                td { (Self::link(&self.builds, &build.name)) } td { (build.version) } td { (build.compiler) } td { (steps) }
            }
        } };
        Part {
            id: "builds",
            short: "Builds",
            title: "Builds",
            lead: html! { p { "Each has a page with what changed against the build before." } },
            body: table(
                "builds",
                "builds-table",
                "Builds",
                &["build", "package", "compiler", "steps"],
                &rows,
            ),
        }
    }

    pub(super) fn failures_part(&self) -> Option<Part> {
        let builds = self.atlas.columns.iter().flat_map(|column| {
            let operations = column.builds.iter().flat_map(|build| {
                build.failures.iter().map(|(name, why)| (format!("{}: {name}", build.name), why))
            });
            let whole = column.failures.iter().map(|(name, why)| (name.clone(), why));
            whole.chain(operations).map(|(what, why)| (&column.platform, what, why))
        });
        let all: Vec<_> = builds.collect();
        let rows = html! { @for (platform, what, why) in &all { tr { td { (platform) } td { (what) } td { (why) } } } };
        (!all.is_empty()).then(|| Part {
            id: "failures",
            short: "Failures",
            title: "What could not be measured",
            lead: html! {},
            body: table(
                "failures",
                "failures-table",
                "Failures",
                &["platform", "what", "why"],
                &rows,
            ),
        })
    }
}

/// Which build makes the operation `name` dearest on `column`, and which cheapest, where they differ.
fn dearest(column: &Column, name: &str) -> Markup {
    let figures = column.builds.iter().filter_map(|it| Some((it, it.figures.get(name)?)));
    let mut figures: Vec<_> = figures.filter(|(_, figure)| !figure.waits).collect();
    figures.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let ends = figures.first().zip(figures.last());
    html! { @if let Some(((low, least), (high, most))) = ends.filter(|(a, b)| a.1.value < b.1.value) { li {
        (column.platform) ": dearest with " b { (high.name) } ", " (number(most.value))
        "; cheapest with " (low.name) ", " (number(least.value))
    } } }
}

/// A figure to seven digits, its thousands apart.
fn number(value: f64) -> String {
    grouped(&raw(Some(value)))
}

/// What `build` has of the operation `name`.
fn cell(build: Option<&Build>, name: &str) -> Markup {
    match build.and_then(|build| build.figures.get(name)) {
        Some(figure) if figure.waits => html! { "waits for a clock" },
        Some(figure) => html! { (number(figure.value)) },
        None => html! { "–" },
    }
}

/// The functions that make a step: a list whose sum is the step.
fn functions(step: &Step, by: &Explained) -> Markup {
    html! {
        h3 { (step.benchmark) ", " (step.platform) ", " (step.from) " → " (step.to) ": " (signed(step.difference())) " instructions by functions" }
        ul {
            @for one in &by.functions { li {
                (signed(one.difference)) " " code { (one.name) }
                @if one.before.is_none() { " (new)" } @else if one.after.is_none() { " (gone)" }
            } }
            @if by.others > 0 || by.others_difference != 0.0 { li { (signed(by.others_difference)) " " (by.others) " others" } }
        }
    }
}

/// A name for a style sheet: without what has a meaning there.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '"' | '\\' | '<' | '>' | '&')).collect()
}
