//! A benchmark's result on a platform, over all its boots.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::benchmark::Measured;
use super::boot::Boot;
use super::boot_figure::BootFigure;
use super::costs::{Costs, Known, Levels};
use super::estimate::{ConfidenceInterval, Estimate, LEVEL};
use super::latency::Latency;
use super::status::{Status, Stop, Unit};
use crate::{Eta, Events, Share, Taken, Worlds};
use stats::figure::Figure;
use stats::interval::Interval;
use stats::sorted::mean;

/// A benchmark's result on a platform.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// The benchmark's name.
    pub name: String,
    /// Its category.
    pub category: String,
    /// How it ended: the worst of all boots.
    pub status: Status,
    /// Why; empty only when it is `ok` and there is nothing to say.
    pub reason: String,
    /// Cost of one operation where nobody disturbs the machine: `docs/measuring.md` says how it is
    /// had. Absent unless it was measured and can be told from zero.
    pub value: Option<f64>,
    /// Lower end of the 95 % interval of `value`; 0 below resolution.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval of `value`; below resolution what the cost is at most.
    pub high: Option<f64>,
    /// Standard error of the natural logarithm of `value`, by several boots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Degrees of freedom of that error; absent where it is known itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freedom: Option<f64>,
    /// How many times its cost alone that is; absent where nothing ran beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eta: Option<Eta>,
    /// Cost of one operation as it was, disturbed or not: the geometric mean of the boots' medians.
    /// Absent where no reference was timed beside the batches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typical: Option<f64>,
    /// The operation's own two levels, where its batches lie on two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
    /// Whether the cost can be told from zero; absent unless it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Resolution>,
    /// Why sampling ended, of the boot in which it had to end earliest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Statistics over the batches of all boots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// Latency samples of all boots together, where single operations were timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
    /// What others took while it watched, of all boots together, where it kept the gaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Taken>,
    /// How far batches and boots lie apart; absent unless it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// Events that its operations caused, in the last boot that counted them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Events>,
    /// Who executed its operations, in the last boot in which that was counted. The parts of one
    /// operation are `(run − control) / n`, and their sum is `value`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<Worlds>,
    /// Each processor's share in them, where several were told apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Share>,
    /// The figure of each boot that measured it: what later comparisons rest on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boots: Vec<BootFigure>,
}

/// Whether a cost can be told from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// The whole interval is above zero.
    Resolved,
    /// The interval includes zero, or the control was the slower of the two in more boots than are
    /// left out.
    Below,
}

/// How far the parts of a measurement lie apart, as shares of its figure: 0.01 is 1 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spread {
    /// Within a boot: 1.4826·MAD / median of the batches, the mean over the boots; absent of
    /// single operations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
    /// Between boots: the standard deviation of the logarithms of their costs; absent of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<f64>,
}

impl Summary {
    /// A benchmark that brought no figures.
    pub fn without_value(name: &str, category: &str, status: Status, reason: String) -> Self {
        Self {
            name: name.to_owned(),
            category: category.to_owned(),
            status,
            reason,
            value: None,
            low: None,
            high: None,
            error: None,
            freedom: None,
            eta: None,
            typical: None,
            levels: None,
            resolution: None,
            stopped: None,
            estimate: None,
            latency: None,
            taken: None,
            spread: None,
            events: None,
            worlds: None,
            shares: Vec::new(),
            boots: Vec::new(),
        }
    }

    /// Sums up what `parts`, boots with what they brought of one benchmark, say together. The
    /// reference takes `floor` ticks a turn where nobody disturbs. `None` of no parts.
    pub fn over_boots(
        parts: &[(&Boot, &Measured)],
        floor: Option<f64>,
        unit: Unit,
    ) -> Option<Self> {
        let (_, first) = parts.first()?;
        let status = parts.iter().map(|(_, part)| part.status).max_by_key(|s| s.severity())?;
        let mut blank = Self::without_value(&first.name, &first.category, status, reasons(parts));
        blank.events = parts.iter().rev().find_map(|(_, part)| part.events.clone());
        let is_split = |part: &Measured| part.worlds.is_some() || !part.shares.is_empty();
        if let Some((_, part)) = parts.iter().rev().find(|(_, part)| is_split(part)) {
            blank.worlds = part.worlds;
            blank.shares.clone_from(&part.shares);
        }
        if status != Status::Ok {
            return Some(blank);
        }
        let measured = parts.iter().filter(|(_, part)| part.status == Status::Ok);
        let measured: Vec<_> = measured.copied().collect();
        Some(blank.with_figures(&Costs::of(&measured, floor, unit), &measured))
    }

    /// Fills in what follows from the boots that measured it.
    fn with_figures(self, costs: &Costs, measured: &[(&Boot, &Measured)]) -> Self {
        let known = costs.known();
        let interval = known.as_ref().and_then(|known| known.interval);
        let estimate = match measured {
            [(_, only)] => only.estimate.clone(),
            _ => Estimate::pooled(
                measured.iter().flat_map(|(_, m)| m.costs()).collect(),
                interval.map(|interval| ConfidenceInterval::new(interval, costs.method())),
            ),
        };
        let within: Vec<f64> = measured
            .iter()
            .filter_map(|(_, part)| part.estimate.as_ref()?.relative_spread())
            .collect();
        let within = (!within.is_empty()).then(|| mean(&within));
        let between = costs.spread();
        let spread = within.or(between).map(|_| Spread { within, between });
        let latency = Latency::merged(measured.iter().filter_map(|(_, m)| m.latency.as_ref()));
        let stopped = costs.boots.iter().filter_map(|boot| boot.stopped).max();
        let hz = measured.iter().find_map(|(boot, _)| boot.guest.timer.as_ref()?.hz);
        let taken = Taken::of(hz.filter(|hz| *hz > 0), measured.iter().map(|(_, m)| *m));
        let bare =
            Self { stopped, estimate, latency, taken, spread, boots: costs.boots.clone(), ..self };
        match known {
            None => bare.below_resolution(),
            Some(Known { value, figure, .. }) => Self {
                value: Some(value),
                low: interval.map(|i| i.low),
                high: interval.map(|i| i.high),
                error: figure.map(|figure| figure.error),
                freedom: figure.map(|figure| figure.freedom).filter(|freedom| freedom.is_finite()),
                typical: costs.typical(),
                levels: costs.levels(),
                resolution: Some(Resolution::Resolved),
                ..bare
            },
        }
    }

    /// Without a value: it is at most what the boots' intervals allow.
    fn below_resolution(self) -> Self {
        let limit = self.boots.iter().filter_map(|boot| boot.high).reduce(f64::max);
        Self {
            low: limit.map(|_| 0.0),
            high: limit.map(|limit| limit.max(0.0)),
            resolution: (!self.boots.is_empty()).then_some(Resolution::Below),
            ..self
        }
    }

    /// Its value and how far that is known; `None` without a value or an interval.
    pub fn figure(&self) -> Option<Figure> {
        let value = self.value?;
        match self.error {
            Some(error) => {
                Some(Figure { value, error, freedom: self.freedom.unwrap_or(f64::INFINITY) })
            }
            None => Figure::within(value, self.interval()?, LEVEL),
        }
    }

    /// The costs of the boots that its value is made of.
    pub fn boot_costs(&self) -> Vec<f64> {
        let costs: Vec<f64> = self.boots.iter().filter_map(|boot| boot.cost).collect();
        if costs.is_empty() { self.boots.iter().map(|boot| boot.median).collect() } else { costs }
    }

    /// The interval of its value.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.low?, high: self.high?, coverage: LEVEL })
    }

    /// Whether it was measured and cannot be told from zero.
    pub fn is_below_resolution(&self) -> bool {
        self.resolution == Some(Resolution::Below)
    }
}

/// The reasons of all boots: one for all where they agree, else each with its boot.
fn reasons(parts: &[(&Boot, &Measured)]) -> String {
    let same = parts.iter().all(|(_, part)| part.reason == parts[0].1.reason);
    if same {
        return parts[0].1.reason.clone();
    }
    let given = parts.iter().filter(|(_, part)| !part.reason.is_empty());
    let texts: Vec<_> =
        given.map(|(boot, part)| format!("boot {}: {}", boot.round, part.reason)).collect();
    texts.join("; ")
}

#[cfg(test)]
#[path = "summary_tests.rs"]
mod tests;
