//! The benchmarks of a comparison, one by one.

use schemars::JsonSchema;
use serde::Serialize;

use super::allowance::Allowance;
use super::change::{Basis, Change, change};
use super::more_boots::Scatter;
use super::{Side, Verdict};
use results::{Status, Summary};
use stats::holm::holm;

/// One benchmark.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Row {
    /// Its name.
    pub benchmark: String,
    /// Its category.
    pub category: String,
    /// What it brought on A; absent where A does not have it.
    #[serde(serialize_with = "figure")]
    #[schemars(with = "Option<Figure>")]
    pub a: Option<Summary>,
    /// What it brought on B; absent where B does not have it.
    #[serde(serialize_with = "figure")]
    #[schemars(with = "Option<Figure>")]
    pub b: Option<Summary>,
    /// How its cost changed; absent unless it was measured on both.
    pub change: Option<Change>,
    /// What that means.
    pub verdict: Verdict,
    /// Boots more of each side that would probably decide it; absent unless it is undecided and
    /// that can be told.
    pub more_boots: Option<u32>,
    /// Whether the boots that are planned would probably not decide it.
    #[serde(skip)]
    pub(super) is_hopeless: bool,
    /// Why there is no other verdict; may be empty.
    pub reason: String,
}

/// A cost as the comparison repeats it.
#[derive(Serialize, JsonSchema)]
struct Figure {
    status: Status,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    boots: Vec<f64>,
}

#[expect(clippy::ref_option, reason = "serde hands over the field")]
fn figure<S: serde::Serializer>(summary: &Option<Summary>, to: S) -> Result<S::Ok, S::Error> {
    let figure = |s: &Summary| Figure {
        status: s.status,
        value: s.value,
        low: s.low,
        high: s.high,
        boots: s.boot_costs(),
    };
    summary.as_ref().map(figure).serialize(to)
}

/// All benchmarks of both sides.
pub(super) fn rows(a: &Side, b: &Side, threshold: f64, allowance: Allowance) -> Vec<Row> {
    let only_b = b.run.benchmarks.iter().filter(|summary| a.run.find(&summary.name).is_none());
    let names = a.run.benchmarks.iter().chain(only_b).map(|summary| &summary.name);
    let mut rows: Vec<Row> = names.filter_map(|name| row(a, b, name, allowance)).collect();
    let tests = adjust(&mut rows, allowance);
    for row in &mut rows {
        row.judge(threshold, tests, allowance);
    }
    rows
}

fn row(a: &Side, b: &Side, name: &str, allowance: Allowance) -> Option<Row> {
    let (x, y) = (a.run.find(name), b.run.find(name));
    let either = x.or(y)?;
    Some(Row {
        benchmark: name.to_owned(),
        category: either.category.clone(),
        change: x.zip(y).and_then(|(x, y)| change((a, b), x, y, allowance)),
        a: x.map(bare),
        b: y.map(bare),
        verdict: Verdict::Undecided,
        more_boots: None,
        is_hopeless: false,
        reason: String::new(),
    })
}

/// Without what comparisons do not show.
fn bare(summary: &Summary) -> Summary {
    Summary { latency: None, events: None, estimate: None, ..summary.clone() }
}

/// Adjusts the p-values for their number, which it returns.
fn adjust(rows: &mut [Row], allowance: Allowance) -> usize {
    let mut changes: Vec<&mut Change> = rows
        .iter_mut()
        .filter_map(|row| row.change.as_mut())
        .filter(|change| change.p_value.is_some())
        .collect();
    let p_values: Vec<f64> = changes.iter().filter_map(|change| change.p_value).collect();
    for (change, adjusted) in changes.iter_mut().zip(holm(&p_values)) {
        change.adjust(adjusted, allowance);
    }
    p_values.len()
}

impl Row {
    fn judge(&mut self, threshold: f64, tests: usize, allowance: Allowance) {
        let Some(change) = &self.change else {
            (self.verdict, self.reason) = without_change(self.a.as_ref(), self.b.as_ref());
            self.is_hopeless = allowance.is_tried();
            return;
        };
        self.verdict = Verdict::of(change, threshold);
        if self.verdict == Verdict::Undecided {
            let scatter = Scatter::of(change, threshold, tests, allowance);
            let may_be = |scatter: &Scatter| scatter.may_be_decided_by(allowance.most());
            self.more_boots = scatter.as_ref().and_then(Scatter::more_boots);
            self.is_hopeless = allowance.is_tried() && !scatter.as_ref().is_some_and(may_be);
            self.reason = match change.basis {
                Basis::Batches => "one boot a side does not tell how boots differ".to_owned(),
                _ => String::new(),
            };
        }
    }
}

/// What to say of a benchmark that was not measured on both sides.
fn without_change(a: Option<&Summary>, b: Option<&Summary>) -> (Verdict, String) {
    let (Some(a), Some(b)) = (a, b) else {
        let side = if a.is_none() { "A" } else { "B" };
        return (Verdict::Missing, format!("{side} does not have it"));
    };
    let say = |side: &str, s: &Summary| format!("{side}: {}: {}", s.status, s.reason);
    match (a.status, b.status) {
        (Status::Ok, Status::Ok) => (Verdict::Undecided, "it cannot be told from zero".to_owned()),
        (Status::Ok, failed) if failed.is_failure() => (Verdict::Broken, say("B", b)),
        (failed, Status::Ok) if failed.is_failure() => (Verdict::Mended, say("A", a)),
        (Status::Ok, _) => (Verdict::Missing, say("B", b)),
        _ => (Verdict::Missing, say("A", a)),
    }
}
