//! The atlas as a folder of pages: what stepped, a page for each operation, and one for each build.

mod parts;

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::chart::{WIDTH, chart};
use super::part::Part;
use super::shell::Shell;
use crate::figures::history;
use crate::percent_text;
use crate::tables::atlas::change;
use analysis::atlas::{Atlas, Build, Kind, Step, Subject};

/// Steps on the first page; of builds by other compilers a quarter of that.
const SHOWN: usize = 60;

/// The first page.
const FIRST: &str = "index.html";

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
    for (subject, of_it) in subjects(atlas) {
        let builds = of_it.builds();
        let page =
            |build: &&Build| (Site::file(&site.builds, &build.name), site.build(subject, build));
        pages.extend(builds.iter().map(page));
    }
    pages
}

/// What has versions in `atlas`, each with what it has of them.
fn subjects(atlas: &Atlas) -> Vec<(Subject, Atlas)> {
    let all = Subject::ALL.into_iter().map(|subject| (subject, atlas.of_subject(subject)));
    all.filter(|(_, of_it)| !of_it.columns.is_empty()).collect()
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
        let steps = self.greatest();
        let heading = match steps.first() {
            Some(step) => format!(
                "{} on {}: {} with {}",
                step.benchmark,
                step.platform,
                change(step),
                self.subject(step).titled(&step.to)
            ),
            None => format!("No operation has stepped by {} or more", percent_text(self.threshold)),
        };
        let facts = vec![
            (self.builds.len() as u64, "builds"),
            (self.operations.len() as u64, "operations"),
            (self.atlas.columns.len() as u64, "platforms"),
            (self.steps().count() as u64, "steps"),
        ];
        let parts = [self.steps_part(&steps), self.operations_part(), self.builds_part()];
        let parts: Vec<_> = parts.into_iter().chain(self.failures_part()).collect();
        Self::page(heading, "What operations cost on each release of hypervisors", &parts, facts)
    }

    /// The greatest steps of all that has versions: those of sources first.
    fn greatest(&self) -> Vec<&Step> {
        let mut found = Vec::new();
        for subject in Subject::ALL {
            let of_it = self.steps().filter(|step| self.subject(step) == subject);
            let (of_source, others): (Vec<_>, Vec<_>) =
                of_it.partition(|step| step.kind != Kind::Build);
            found.extend(of_source.into_iter().take(SHOWN));
            found.extend(others.into_iter().take(SHOWN / 4));
        }
        found
    }

    /// Whose step it is.
    fn subject(&self, step: &Step) -> Subject {
        let column = self.atlas.columns.iter().find(|column| column.platform == step.platform);
        column.map_or_else(Subject::default, |column| column.subject)
    }

    fn operation(&self, name: &str) -> String {
        let steps: Vec<_> = self.steps().filter(|step| step.benchmark == name).collect();
        let mut parts = vec![self.steps_part(&steps)];
        let drawings: Vec<_> = subjects(self.atlas)
            .iter()
            .filter_map(|(subject, of_it)| history(*subject, of_it, name, self.threshold, WIDTH))
            .collect();
        if !drawings.is_empty() {
            parts.insert(0, Part {
                id: "line",
                short: "Line",
                title: "Over the builds",
                lead: html! { p {
                    "A line joins the builds of one Debian's compiler on a platform. A percentage stands where a \
                     stable update or a new series made a step of " (percent_text(self.threshold)) " or more, \
                     where there is room."
                } },
                body: html! { @for drawing in &drawings {
                    (chart(drawing, &"instructions of one operation"))
                } },
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

    fn build(&self, subject: Subject, build: &Build) -> String {
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
            subject.titled(&build.name),
            "What changed against the build before",
            &parts,
            vec![(steps.len() as u64, "steps")],
        )
    }
}

#[cfg(test)]
mod tests;
