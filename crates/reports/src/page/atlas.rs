//! The atlas as a folder of pages: what stepped, a page for each operation, and one for each build.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::chart::{WIDTH, chart};
use super::part::{Part, raw, table};
use super::shell::Shell;
use crate::digits::grouped;
use crate::figures::history;
use crate::percent_text;
use crate::tables::atlas::{change, signed};
use analysis::atlas::{Atlas, Build, Explained, Kind, Step};

/// Steps on the first page; of builds by other compilers a quarter of that.
const SHOWN: usize = 60;

/// The first page.
const FIRST: &str = "index.html";

const STEPS: [&str; 8] = ["step", "operation", "platform", "from", "to", "before", "after", "kind"];

/// What every page says of its figures.
const SAID: &str = "Figures are instructions that hypervisor, device model and guest execute for one operation, exact \
    in an emulated machine. They are path lengths and not time: caches, page walks and the processor's own work at an \
    exit count nothing.";

/// The pages of `atlas`, each with the name of its file. Steps below `threshold`, a share, are none.
pub fn site(atlas: &Atlas, threshold: f64) -> Vec<(String, String)> {
    let site = Site {
        atlas,
        threshold,
        operations: files("operation", atlas.benchmarks().into_iter()),
        builds: files("build", atlas.builds().into_iter().map(|build| &*build.name)),
    };
    let mut pages = vec![(FIRST.to_owned(), site.overview())];
    pages.extend(site.operations.iter().map(|(name, file)| (file.clone(), site.operation(name))));
    let builds = atlas.builds();
    let of = |build: &&Build| (Site::file(&site.builds, &build.name), site.build(build));
    pages.extend(builds.iter().map(of));
    pages
}

/// The names of files for `names`, each another one.
fn files<'a>(kind: &str, names: impl Iterator<Item = &'a str>) -> Vec<(&'a str, String)> {
    let mut taken = BTreeSet::new();
    let plain = |c: char| if c.is_ascii_alphanumeric() || ".+-".contains(c) { c } else { '-' };
    let file = |(index, name): (usize, &'a str)| {
        let slug: String = name.chars().take(80).map(plain).collect();
        let mut file = format!("{kind}-{slug}.html");
        if !taken.insert(file.clone()) {
            file = format!("{kind}-{slug}-{index}.html");
        }
        (name, file)
    };
    names.enumerate().map(file).collect()
}

/// What pages are made of.
struct Site<'a> {
    atlas: &'a Atlas,
    threshold: f64,
    /// Names, and the files of their pages.
    operations: Vec<(&'a str, String)>,
    builds: Vec<(&'a str, String)>,
}

impl Site<'_> {
    fn file(of: &[(&str, String)], name: &str) -> String {
        let found = of.iter().find(|(known, _)| *known == name);
        found.map_or_else(|| FIRST.to_owned(), |(_, file)| file.clone())
    }

    /// A link to the page of `name`. A plus in an address is a blank to some servers.
    fn link(of: &[(&str, String)], name: &str) -> Markup {
        html! { a href=(Self::file(of, name).replace('+', "%2B")) { (name) } }
    }

    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.atlas.steps_from(self.threshold)
    }

    fn page(
        heading: String,
        subject: &str,
        parts: &[Part],
        facts: Vec<(u64, &'static str)>,
    ) -> String {
        let shell = Shell {
            title: format!("{heading} – the atlas"),
            heading,
            subject: subject.to_owned(),
            opening: Some(html! { (SAID) }),
            facts,
            circumstances: html! { p.circumstances { a href=(FIRST) { "All operations and builds" } } },
            programs: &[],
        };
        shell.around(parts)
    }

    fn overview(&self) -> String {
        let (of_source, others): (Vec<_>, Vec<_>) =
            self.steps().partition(|step| step.kind != Kind::Build);
        let heading = match of_source.iter().chain(&others).next() {
            Some(step) => format!(
                "{} on {}: {} with Linux {}",
                step.benchmark,
                step.platform,
                change(step),
                step.to
            ),
            None => format!("No operation has stepped by {} or more", percent_text(self.threshold)),
        };
        let facts = vec![
            (self.builds.len() as u64, "builds"),
            (self.operations.len() as u64, "operations"),
            (self.atlas.columns.len() as u64, "platforms"),
            (self.steps().count() as u64, "steps"),
        ];
        let parts = [
            self.steps_part(
                &of_source
                    .into_iter()
                    .take(SHOWN)
                    .chain(others.into_iter().take(SHOWN / 4))
                    .collect::<Vec<_>>(),
            ),
            self.operations_part(),
            self.builds_part(),
        ];
        let parts: Vec<_> = parts.into_iter().chain(self.failures_part()).collect();
        Self::page(heading, "What operations cost on each release of Linux' KVM", &parts, facts)
    }

    fn operation(&self, name: &str) -> String {
        let steps: Vec<_> = self.steps().filter(|step| step.benchmark == name).collect();
        let mut parts = vec![self.steps_part(&steps)];
        if let Some(drawing) = history(self.atlas, name, self.threshold, WIDTH) {
            parts.insert(0, Part {
                id: "line",
                short: "Line",
                title: "Over the builds",
                lead: html! { p {
                    "A line joins the builds of one Debian's compiler on a platform. A percentage stands where a \
                     stable update or a new series made a step of " (percent_text(self.threshold)) " or more."
                } },
                body: chart(&drawing, &"instructions of one operation"),
            });
        }
        parts.push(self.figures_part(name));
        Self::page(
            name.to_owned(),
            "One operation on all builds",
            &parts,
            vec![(steps.len() as u64, "steps")],
        )
    }

    fn build(&self, build: &Build) -> String {
        let steps: Vec<_> = self.steps().filter(|step| step.to == build.name).collect();
        let facts = [
            ("Release", &build.release),
            ("Package", &build.version),
            ("Compiler", &build.compiler),
            ("Outer machine", &build.machine),
            ("Measured", &build.measured),
        ];
        let about = Part {
            id: "about",
            short: "About",
            title: "Which build it is",
            lead: html! {},
            body: html! { dl.details {
                @for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) { div { dt { (name) } dd { (value) } } }
                @for (name, sum) in &build.packages { div { dt { "SHA-256 of " (name) } dd { (sum) } } }
            } },
        };
        let parts = [self.steps_part(&steps), self.all_figures_part(&build.name), about];
        Self::page(
            format!("Linux {}", build.name),
            "What changed against the build before",
            &parts,
            vec![(steps.len() as u64, "steps")],
        )
    }

    fn steps_part(&self, steps: &[&Step]) -> Part {
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

    /// A row a build, a column a platform.
    fn figures_part(&self, name: &str) -> Part {
        let header: Vec<String> =
            self.atlas.columns.iter().map(|column| plain(&column.platform)).collect();
        let header: Vec<&str> =
            std::iter::once("build").chain(header.iter().map(|it| &**it)).collect();
        let rows = html! { @for build in self.atlas.builds() { tr {
            td { (Self::link(&self.builds, &build.name)) }
            @for column in &self.atlas.columns { td { (cell(column.build(&build.name), name)) } }
        } } };
        Part {
            id: "figures",
            short: "Figures",
            title: "All figures",
            lead: html! { p { "Instructions of one operation." } },
            body: table("numbers", "figures-of-operation", "All figures", &header, &rows),
        }
    }

    /// A row an operation, a column a platform, of one build.
    fn all_figures_part(&self, build: &str) -> Part {
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

    fn operations_part(&self) -> Part {
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

    fn builds_part(&self) -> Part {
        let rows = html! { @for build in self.atlas.builds() {
            @let steps = self.steps().filter(|step| step.to == build.name).count();
            tr {
                td { (Self::link(&self.builds, &build.name)) } td { (build.version) } td { (build.compiler) } td { (steps) }
            }
        } };
        Part {
            id: "builds",
            short: "Builds",
            title: "Builds of Linux",
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

    fn failures_part(&self) -> Option<Part> {
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
            @if by.unseen.abs() >= 0.5 { li { (signed(by.unseen)) " not in the profile, whose batches the outer Linux disturbs" } }
        }
    }
}

/// A name for a style sheet: without what has a meaning there.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '"' | '\\' | '<' | '>' | '&')).collect()
}

#[cfg(test)]
#[path = "atlas_tests.rs"]
mod tests;
