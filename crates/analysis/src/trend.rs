//! Results over time: at which of them a cost steps up or down, and what changed with it.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::Serialize;

use crate::fleet::{Fleet, Member};
use stats::change_points::{ChangePoint, change_points};

/// The longest series that is looked at: the work grows with the square of its length.
pub const LONGEST: usize = 500;

/// The costs of all benchmarks over time.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Trend {
    /// The step that matters, as a share: 0.05 is 5 %.
    pub threshold: f64,
    /// A series for each benchmark of each platform.
    pub series: Vec<Course>,
}

/// A benchmark over time.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Course {
    /// The platform's label.
    pub platform: String,
    /// The benchmark.
    pub benchmark: String,
    /// Its costs, the oldest first.
    pub points: Vec<Point>,
    /// Where they step, the oldest first.
    pub steps: Vec<Step>,
}

/// A result of one run.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Point {
    /// Its file.
    pub file: String,
    /// When the run began.
    pub started: String,
    /// The cost.
    pub value: f64,
}

/// A step of a cost.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Step {
    /// Index of the first point after it.
    pub at: usize,
    /// The median cost since the step before.
    pub before: f64,
    /// The median cost until the next step.
    pub after: f64,
    /// `after / before − 1`.
    pub share: f64,
    /// Probability of so clear a step in the same costs in random order.
    pub p_value: f64,
    /// What of the environment is not the same right before and right after it.
    pub differs: Vec<Differs>,
}

/// Something that changed at a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Differs {
    /// The field of the results file.
    pub field: String,
    /// What it was; absent where the file does not say.
    pub before: Option<String>,
    /// What it is.
    pub after: Option<String>,
}

impl Trend {
    /// Of the `last` results in `all`, at most [`LONGEST`]: by the time at which they began, or, where
    /// they are `in_order`, as they were added. Steps of less than `threshold`, a share, are none.
    pub fn of(all: &Fleet, in_order: bool, last: usize, threshold: f64) -> Self {
        let mut members: Vec<&Member> = all.members.iter().collect();
        if !in_order {
            members.sort_by(|a, b| a.started.cmp(&b.started));
        }
        let mut courses: BTreeMap<(&str, &str), Vec<(&Member, f64)>> = BTreeMap::new();
        for member in members {
            for figure in &member.figures {
                let key = (member.platform.as_str(), all.benchmarks.text(figure.benchmark));
                courses.entry(key).or_default().push((member, figure.log));
            }
        }
        let course = |((platform, benchmark), mut points): ((&str, &str), Vec<(&Member, f64)>)| {
            points.drain(..points.len().saturating_sub(last.min(LONGEST)));
            let logs: Vec<f64> = points.iter().map(|(_, log)| *log).collect();
            let matters =
                |point: &ChangePoint| (point.after - point.before).abs() >= threshold.ln_1p();
            let steps = change_points(&logs).into_iter().filter(matters);
            Course {
                platform: platform.to_owned(),
                benchmark: benchmark.to_owned(),
                steps: steps.map(|step| Step::new(all, &points, step)).collect(),
                points: points.into_iter().map(Point::new).collect(),
            }
        };
        Self { threshold, series: courses.into_iter().map(course).collect() }
    }

    /// Whether any cost has stepped within the last `runs` results of its series.
    pub fn has_changed_within(&self, runs: usize) -> bool {
        let recent =
            |course: &Course| course.steps.iter().any(|step| step.at + runs >= course.points.len());
        self.series.iter().any(recent)
    }
}

impl Point {
    fn new((member, log): (&Member, f64)) -> Self {
        Self { file: member.file.clone(), started: member.started.clone(), value: log.exp() }
    }
}

impl Step {
    fn new(all: &Fleet, points: &[(&Member, f64)], step: ChangePoint) -> Self {
        let (old, new) = (points[step.at - 1].0, points[step.at].0);
        Self {
            at: step.at,
            before: step.before.exp(),
            after: step.after.exp(),
            share: (step.after - step.before).exp_m1(),
            p_value: step.p_value,
            differs: differs(all, old, new),
        }
    }
}

/// In what the environments of two results differ.
fn differs(all: &Fleet, old: &Member, new: &Member) -> Vec<Differs> {
    let known = |member: &Member| member.facts.iter().copied().collect::<HashMap<u32, u32>>();
    let (old_facts, new_facts) = (known(old), known(new));
    let fields = old.facts.iter().chain(&new.facts).map(|(field, _)| *field);
    let text = |value: Option<&u32>| value.map(|value| all.values.text(*value).to_owned());
    let mut found: Vec<Differs> = fields
        .filter(|field| old_facts.get(field) != new_facts.get(field))
        .map(|field| Differs {
            field: all.fields.text(field).to_owned(),
            before: text(old_facts.get(&field)),
            after: text(new_facts.get(&field)),
        })
        .collect();
    found.sort_by(|a, b| a.field.cmp(&b.field));
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::THRESHOLD;
    use crate::reference;
    use results::Document;
    use stats::testing::Rng;

    /// A hundred runs of what the paper measured; with the sixtieth comes another kernel, which makes
    /// `in` a tenth dearer.
    fn history() -> Fleet {
        let (mut fleet, mut rng) = (Fleet::default(), Rng::new(30));
        for number in (0..100).rev() {
            let mut document: Document = reference::find("paper-kvm-ept").unwrap();
            document.started = format!("2026-01-01T00:00:{number:02}Z");
            document.host.kernel = if number < 60 { "6.1" } else { "6.2" }.into();
            for summary in &mut document.platforms[0].benchmarks {
                let dearer = if summary.name == "in" && number >= 60 { 1.1 } else { 1.0 };
                summary.value = summary.value.map(|v| v * dearer * (0.02 * rng.normal()).exp());
            }
            fleet.add(&format!("{number}.json"), &document);
        }
        fleet
    }

    #[test]
    fn a_step_is_found_with_what_changed() {
        let trend = Trend::of(&history(), false, LONGEST, THRESHOLD);
        assert_eq!(trend.series.len(), 16);
        let stepped: Vec<_> =
            trend.series.iter().filter(|course| !course.steps.is_empty()).collect();
        assert_eq!(stepped.len(), 1, "{stepped:?}");
        let [step] = &stepped[0].steps[..] else { panic!("{stepped:?}") };
        assert!(stepped[0].benchmark == "in" && step.at == 60, "{step:?}");
        assert!((step.share - 0.1).abs() < 0.02, "{step:?}");
        let [kernel] = &step.differs[..] else { panic!("{step:?}") };
        assert_eq!((&kernel.field[..], kernel.after.as_deref()), ("host.kernel", Some("6.2")));
        assert!(trend.has_changed_within(40) && !trend.has_changed_within(39));
    }

    #[test]
    fn the_order_the_threshold_and_the_number_can_be_chosen() {
        let history = history();
        let given = Trend::of(&history, true, LONGEST, THRESHOLD);
        let step = |trend: &Trend| {
            trend.series.iter().flat_map(|c| &c.steps).map(|s| (s.at, s.share < 0.0)).next()
        };
        assert_eq!(step(&given), Some((40, true)), "newest first, so it is a step down");
        assert_eq!(step(&Trend::of(&history, false, LONGEST, 0.2)), None);
        let last = Trend::of(&history, false, 50, THRESHOLD);
        assert_eq!((last.series[0].points.len(), step(&last)), (50, Some((10, false))));
        assert_eq!(Trend::of(&Fleet::default(), false, 9, THRESHOLD).series, []);
    }
}
