//! Steps: where a cost is another one than on the build before.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::explained::Explained;
use super::figure::STARTS;
use super::release::Release;
use super::{Build, Figure};
use results::Profile;

/// A cost that is not that of the build before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The platform, as its column has it.
    pub platform: String,
    /// The benchmark.
    pub benchmark: String,
    /// The build before.
    pub from: String,
    /// The build that has another cost.
    pub to: String,
    /// What kind of change lies between.
    pub kind: Kind,
    /// Instructions before.
    pub before: f64,
    /// Instructions after.
    pub after: f64,
    /// `after / before − 1`.
    pub share: f64,
    /// The functions that make it; absent where nobody has asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explained: Option<Explained>,
}

/// What kind of change lies between two builds.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A stable update: the same series, by the same Debian's compiler and configuration.
    Stable,
    /// Another series, by the same Debian's compiler.
    Series,
    /// Another Debian's build, so another compiler and configuration: source and build are not told apart.
    Build,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Stable, Self::Series, Self::Build];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stable => "stable update",
            Self::Series => "new series",
            Self::Build => "other build",
        }
    }
}

impl Step {
    /// Instructions more.
    pub fn difference(&self) -> f64 {
        self.after - self.before
    }

    /// Whether it is of how a guest starts, which has no batches for a profile to follow.
    pub fn is_of_a_start(&self) -> bool {
        STARTS.contains(&&*self.benchmark)
    }

    /// What `before` and `after`, profiles of both builds, make of it.
    #[must_use]
    pub fn explained_by(&self, before: &Profile, after: &Profile) -> Explained {
        Explained {
            platform: self.platform.clone(),
            benchmark: self.benchmark.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
            ..Explained::of(before, after)
        }
    }

    /// Whether `explained` is of it.
    pub(super) fn is_of(&self, explained: &Explained) -> bool {
        let Explained { platform, benchmark, from, to, .. } = explained;
        [platform, benchmark, from, to] == [&self.platform, &self.benchmark, &self.from, &self.to]
    }
}

/// All steps on `platform`: of each build against the last one before it by the same Debian, or, where there is
/// none, against the one right before it.
pub(super) fn steps(platform: &str, builds: &BTreeMap<Release, Build>) -> Vec<Step> {
    let all: Vec<_> = builds.iter().collect();
    let mut steps = Vec::new();
    for (index, (release, build)) in all.iter().enumerate() {
        let before = || all[..index].iter().rev();
        let of_line = before().find(|(old, _)| old.is_of_line(release));
        let Some((old_release, old)) = of_line.or_else(|| before().next()) else { continue };
        steps.extend(between(platform, (old_release, old), (release, build)));
    }
    steps
}

/// The steps on `platform` from the build `old` to `new`.
pub(super) fn between(
    platform: &str,
    old: (&Release, &Build),
    new: (&Release, &Build),
) -> Vec<Step> {
    let kind = kind(old, new);
    let step = |(benchmark, figure): (&String, &Figure)| {
        let was = old.1.figures.get(benchmark)?;
        let is_step = was.value.to_bits() != figure.value.to_bits();
        (is_step && !was.waits && !figure.waits).then(|| Step {
            platform: platform.to_owned(),
            benchmark: benchmark.clone(),
            from: old.1.name.clone(),
            to: new.1.name.clone(),
            kind,
            before: was.value,
            after: figure.value,
            share: figure.value / was.value - 1.0,
            explained: None,
        })
    };
    new.1.figures.iter().filter_map(step).collect()
}

fn kind(old: (&Release, &Build), new: (&Release, &Build)) -> Kind {
    let version = |build: &Build| build.compiler.split_whitespace().last().map(str::to_owned);
    let compilers = version(old.1).zip(version(new.1));
    let is_same_compiler = compilers.is_none_or(|(old, new)| old == new);
    match (old.0.is_of_line(new.0) && is_same_compiler, old.0.series == new.0.series) {
        (false, _) => Kind::Build,
        (true, false) => Kind::Series,
        (true, true) => Kind::Stable,
    }
}
