//! Builds of one's own, set into the atlas.

use super::release::Release;
use super::step::between;
use super::{Atlas, Build, Column};

impl Atlas {
    /// Whether it has a build that `version` names: the build itself, or one of its series.
    pub fn has(&self, version: &str) -> bool {
        self.columns.iter().flat_map(|column| &column.builds).any(|build| build.is(version))
    }

    /// Puts the builds of `own` beside those of the same platforms, and leaves no steps but those to them: from the
    /// newest build that `against` names, or else from the newest of the same series, or the newest one before.
    /// Returns where there is none.
    pub fn set_in(&mut self, own: Self, against: Option<&str>) -> Vec<String> {
        let mut alone = Vec::new();
        self.steps.clear();
        for column in own.columns {
            let known = self.columns.iter_mut().find(|known| known.platform == column.platform);
            let Some(known) = known else {
                alone.push(column.platform);
                continue;
            };
            for build in column.builds {
                known.builds.retain(|old| old.name != build.name);
                let release = Release::of(&build.release);
                let old = release.as_ref().and_then(|release| known.before(release, against));
                match release.zip(old) {
                    None => alone.push(column.platform.clone()),
                    Some((release, (was, old))) => {
                        let steps = between(&column.platform, (&was, old), (&release, &build));
                        self.steps.extend(steps);
                    }
                }
                known.builds.push(build);
            }
            known.builds.sort_by_key(|build| (Release::of(&build.release), build.name.clone()));
            known.failures.extend(column.failures);
        }
        self.steps.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()));
        alone
    }
}

impl Column {
    /// The build to set one of `release` against.
    fn before(&self, release: &Release, against: Option<&str>) -> Option<(Release, &Build)> {
        let mut builds: Vec<_> = self.builds.iter().filter_map(Build::with_release).collect();
        builds.sort_by(|(a, _), (b, _)| a.cmp(b));
        if let Some(version) = against {
            return builds.into_iter().rfind(|(_, build)| build.is(version));
        }
        // Others of one's own have names of their own.
        builds.retain(|(of, build)| of.name == build.name);
        let is_of_series = |(of, _): &&(Release, &Build)| of.series == release.series;
        let of_series = builds.iter().rfind(is_of_series);
        of_series.or_else(|| builds.iter().rfind(|(of, _)| of < release)).cloned()
    }
}

impl Build {
    fn with_release(&self) -> Option<(Release, &Self)> {
        Some((Release::of(&self.release)?, self))
    }

    /// Whether `version` names it, or its series.
    fn is(&self, version: &str) -> bool {
        let rest = self.name.strip_prefix(version);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '+', '-', ' ']))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Figure;
    use super::*;

    fn build(name: &str, release: &str, value: f64) -> Build {
        Build {
            name: name.to_owned(),
            release: release.to_owned(),
            figures: [("in".to_owned(), Figure { value, waits: false })].into(),
            ..Build::default()
        }
    }

    fn atlas(builds: Vec<Build>) -> Atlas {
        let column = Column { platform: "p".to_owned(), builds, ..Column::default() };
        Atlas { columns: vec![column], ..Atlas::default() }
    }

    fn known() -> Atlas {
        atlas(vec![
            build("6.12.43+deb12", "6.12.43+deb12-cloud-x", 100.0),
            build("6.12.117+deb12", "6.12.117+deb12-cloud-x", 110.0),
            build("older", "6.12.200", 1.0),
            build("7.3.4+deb13", "7.3.4+deb13-cloud-x", 130.0),
        ])
    }

    /// The step to a build of one's own of this `release`.
    fn step(release: &str, against: Option<&str>) -> Option<(String, f64)> {
        let mut atlas = known();
        let alone = atlas.set_in(super::tests::atlas(vec![build("mine", release, 137.0)]), against);
        assert_eq!(alone.is_empty(), !atlas.steps.is_empty());
        assert!(atlas.columns[0].build("mine").is_some() && atlas.steps.len() < 2);
        atlas.steps.first().map(|step| (step.from.clone(), step.difference()))
    }

    #[test]
    fn ones_own_is_set_against_its_series_or_what_came_before_or_what_is_named() {
        let of = |from: &str, difference| Some((from.to_owned(), difference));
        assert_eq!(step("6.12.1-mine", None), of("6.12.117+deb12", 27.0));
        assert_eq!(step("7.1.0", None), of("6.12.117+deb12", 27.0), "the newest before");
        assert_eq!(step("7.9.0-rc1", None), of("7.3.4+deb13", 7.0));
        assert_eq!(step("4.19.0", None), None, "nothing is as old");
        assert_eq!(step("4.19.0", Some("6.12.43")), of("6.12.43+deb12", 37.0));
        assert_eq!(step("7.1.0", Some("older")), of("older", 136.0));
        assert_eq!(step("7.1.0", Some("7")), of("7.3.4+deb13", 7.0));
        assert_eq!(step("7.1.0", Some("6.1")), None, "6.12 is another series");
    }

    #[test]
    fn a_version_names_what_there_is() {
        let atlas = known();
        assert!(atlas.has("7.3") && atlas.has("6.12.43+deb12") && atlas.has("older"));
        assert!(!atlas.has("6.1") && !atlas.has("6.12.4") && !atlas.has("7.3.4+deb1"));
    }

    #[test]
    fn on_a_platform_that_the_atlas_has_not_it_is_alone_and_a_second_one_replaces_the_first() {
        let mut atlas = known();
        let mut own = super::tests::atlas(vec![build("mine", "7.3.0", 1.0)]);
        own.columns[0].platform = "q".to_owned();
        assert_eq!(atlas.set_in(own, None), ["q"]);
        for value in [131.0, 132.0] {
            atlas.set_in(super::tests::atlas(vec![build("mine", "7.3.0", value)]), None);
            assert_eq!(atlas.columns[0].builds.len(), 5);
            assert_eq!(atlas.steps[0].after.to_bits(), value.to_bits());
        }
        let names: Vec<_> = atlas.columns[0].builds.iter().map(|it| &*it.name).collect();
        assert_eq!(names[3..], ["mine", "7.3.4+deb13"], "they are in their order");
    }
}
