//! The atlas: what operations cost on many builds of a hypervisor, and at which of them that steps. Figures are
//! exact, so each difference is one, and a step is named by the two builds that it lies between.

mod explained;
mod figure;
mod origin;
mod own;
mod release;
mod step;
mod subject;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use release::{Place, Release};
use results::{Document, LinuxBuild, PlatformRun};

pub use explained::{Explained, FunctionChange, NAMED};
pub use figure::Figure;
pub use origin::origin;
pub use step::{Kind, Step};
pub use subject::{Subject, having};

/// The step that is shown unless another is asked for, as a share.
pub const THRESHOLD: f64 = 0.01;

/// What is known of many builds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Atlas {
    /// What the builds ran on, each with its builds.
    pub columns: Vec<Column>,
    /// All steps, the greatest first.
    pub steps: Vec<Step>,
}

/// A platform with its settings, on which builds ran.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    /// The platform, with what is set but for the build.
    pub platform: String,
    /// Whose builds they are.
    #[serde(default, skip_serializing_if = "is_linux")]
    pub subject: Subject,
    /// The builds, the oldest first.
    pub builds: Vec<Build>,
    /// Builds that brought no figures, and why.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, String>,
}

/// A build of Linux, and what operations cost on it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Build {
    /// Its release without what is usual: `6.12.43+deb12`.
    pub name: String,
    /// Its release, as `uname -r` has it.
    pub release: String,
    /// The version of its packages; empty where it is not known.
    #[serde(default)]
    pub version: String,
    /// What has compiled it; empty where it is not known.
    #[serde(default)]
    pub compiler: String,
    /// SHA-256 of its packages, by their names.
    #[serde(default)]
    pub packages: BTreeMap<String, String>,
    /// What ran its guests.
    #[serde(default)]
    pub machine: String,
    /// The file with its results.
    pub file: String,
    /// When it was measured.
    pub measured: String,
    /// Figures, by the benchmarks' names, in instructions.
    pub figures: BTreeMap<String, Figure>,
    /// Benchmarks that went wrong, and how.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, String>,
}

// Serde wants a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_linux(subject: &Subject) -> bool {
    *subject == Subject::Linux
}

impl Atlas {
    /// Of results with the names of their files. Returns also what could not be taken, and why. Where a build is
    /// there twice, the later result counts.
    pub fn of(results: &[(String, Document)]) -> (Self, Vec<String>) {
        let mut columns = BTreeMap::<(Subject, String), Line>::new();
        let mut remarks = Vec::new();
        for (file, document) in results {
            for run in &document.platforms {
                let places = release::places(run);
                if places.is_empty() {
                    remarks.push(format!("{file}: {} does not say which Linux it had", run.label));
                } else if run.unit != results::Unit::Instructions {
                    remarks.push(format!("{file}: {} counts no instructions", run.label));
                    continue;
                }
                for place in places {
                    let build = build(file, document, run, &place);
                    let line = columns.entry((place.subject, place.column)).or_default();
                    match &run.failure {
                        Some(why) => drop(line.failures.insert(place.release.name, why.clone())),
                        None => line.put(place.release, build),
                    }
                }
            }
        }
        let mut atlas = Self::default();
        for ((subject, platform), Line { builds, mut failures }) in columns {
            atlas.steps.extend(step::steps(&platform, &builds));
            failures.retain(|name, _| !builds.keys().any(|release| release.name == *name));
            let builds = builds.into_values().collect();
            atlas.columns.push(Column { platform, subject, builds, failures });
        }
        atlas.steps.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()));
        (atlas, remarks)
    }

    /// Notes that `build` brought nothing on `platform`, unless there are results of it.
    pub fn fail(&mut self, platform: &str, build: &str, why: &str) {
        if !self.columns.iter().any(|column| column.platform == platform) {
            let (subject, platform) = (Subject::of_column(platform), platform.to_owned());
            self.columns.push(Column { platform, subject, ..Column::default() });
        }
        let named = self.columns.iter_mut().find(|column| column.platform == platform);
        let Some(column) = named else { return };
        if column.build(build).is_none() {
            column.failures.insert(build.to_owned(), why.to_owned());
        }
    }

    /// Has each step hold what explains it.
    pub fn explain(&mut self, all: &[Explained]) {
        for step in &mut self.steps {
            let found = all.iter().find(|it| step.is_of(it));
            step.explained = found.cloned();
        }
    }

    /// What it has of the versions of `subject`.
    #[must_use]
    pub fn of_subject(&self, subject: Subject) -> Self {
        let columns: Vec<_> = self.columns.iter().filter(|it| it.subject == subject).collect();
        let is_of = |step: &&Step| columns.iter().any(|column| column.platform == step.platform);
        let steps = self.steps.iter().filter(is_of).cloned().collect();
        Self { columns: columns.into_iter().cloned().collect(), steps }
    }

    /// The steps of at least `threshold`, a share.
    pub fn steps_from(&self, threshold: f64) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.share.abs() >= threshold)
    }

    /// All benchmarks, by their names.
    pub fn benchmarks(&self) -> Vec<&str> {
        let builds = self.columns.iter().flat_map(|column| &column.builds);
        let mut names: Vec<_> =
            builds.flat_map(|build| build.figures.keys().map(|it| &**it)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// All builds' names with what is known of them, the oldest first.
    pub fn builds(&self) -> Vec<&Build> {
        let mut builds: Vec<_> = self
            .columns
            .iter()
            .flat_map(|column| column.builds.iter().map(|build| (column.subject, build)))
            .collect();
        builds.sort_by_key(|&(subject, build)| (subject, Release::of(&build.release), &build.name));
        builds.dedup_by(|a, b| a.1.name == b.1.name);
        builds.into_iter().map(|(_, build)| build).collect()
    }

    /// Whether anything went wrong: a build without figures, or a benchmark.
    pub fn has_failures(&self) -> bool {
        let failed = |build: &Build| !build.failures.is_empty();
        self.columns.iter().any(|it| !it.failures.is_empty() || it.builds.iter().any(failed))
    }
}

impl Column {
    /// The build called `name`.
    pub fn build(&self, name: &str) -> Option<&Build> {
        self.builds.iter().find(|build| build.name == name)
    }

    /// The builds by the Debian that compiled them, the oldest first; one that names none is alone.
    pub fn lines(&self) -> Vec<Vec<&Build>> {
        let mut lines: Vec<(Option<Release>, Vec<&Build>)> = Vec::new();
        for build in &self.builds {
            let release = Release::of(&build.release);
            let is_of_it = |known: &Option<Release>| {
                known.as_ref().zip(release.as_ref()).is_some_and(|(a, b)| a.is_of_line(b))
            };
            match lines.iter_mut().find(|(known, _)| is_of_it(known)) {
                Some((_, line)) => line.push(build),
                None => lines.push((release, vec![build])),
            }
        }
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

/// The builds of a column while it is made, and those that brought nothing.
#[derive(Default)]
struct Line {
    builds: BTreeMap<Release, Build>,
    failures: BTreeMap<String, String>,
}

impl Line {
    /// Takes `build`, unless a later one of the same `release` is there.
    fn put(&mut self, release: Release, build: Build) {
        let old = self.builds.entry(release).or_insert_with(|| build.clone());
        if old.measured < build.measured {
            *old = build;
        }
    }
}

fn build(file: &str, document: &Document, run: &PlatformRun, place: &Place) -> Build {
    let (version, compiler, packages) = match place.subject {
        Subject::Linux => {
            let LinuxBuild { version, compiler, packages, .. } =
                run.linux.clone().unwrap_or_default();
            (version, compiler, packages)
        }
        subject => {
            let of = run.inner.iter().find(|build| build.key == subject.key());
            let packages = of.map(|build| build.packages.clone()).unwrap_or_default();
            let version = packages.first().map(|package| package.version.clone());
            (version.unwrap_or_default(), String::new(), packages)
        }
    };
    let figure = |summary: &results::Summary| {
        Some((summary.name.clone(), Figure::of(summary, run.guest.is_bare())?))
    };
    let failed = run.benchmarks.iter().filter(|summary| summary.status.is_failure());
    let start = run.boots.first().filter(|_| place.subject == Subject::Guest);
    let starts = start.map(Figure::of_start).unwrap_or_default();
    Build {
        name: place.release.name.clone(),
        release: place.text.clone(),
        version,
        compiler,
        packages: packages.into_iter().map(|it| (it.name, it.sha256)).collect(),
        machine: run.version.clone(),
        file: file.to_owned(),
        measured: document.started.clone(),
        figures: run.benchmarks.iter().filter_map(figure).chain(starts).collect(),
        failures: failed
            .map(|it| (it.name.clone(), format!("{}: {}", it.status, it.reason)))
            .collect(),
    }
}
