//! A benchmark's result on a platform, over all its boots.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::benchmark::{Measured, Stop};
use super::estimate::{Estimate, LEVEL};
use super::latency::Latency;
use super::status::Status;
use crate::Events;
use stats::boots::across_boots;
use stats::interval::Interval;
use stats::resolution::{Figure, resolve};
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
    /// Cost of one operation: the median of a single boot, the geometric mean of the medians of
    /// several. Absent unless it was measured and can be told from zero.
    pub value: Option<f64>,
    /// Lower end of the 95 % interval of `value`; 0 below resolution.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval of `value`; below resolution what the cost is at most.
    pub high: Option<f64>,
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
    /// How far batches and boots lie apart; absent unless it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// Events that its operations caused, in the last boot that counted them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Events>,
    /// The figure of each boot that measured it: what later comparisons rest on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boots: Vec<BootFigure>,
}

/// Whether a cost can be told from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// In every boot the whole interval is above zero.
    Resolved,
    /// In some boot the interval includes zero, or the control was the slower of the two.
    Below,
}

/// How far the parts of a measurement lie apart, as shares of its figure: 0.01 is 1 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spread {
    /// Within a boot: 1.4826·MAD / median of the batches, the mean over the boots; absent of
    /// single operations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
    /// Between boots: the standard deviation of the logarithms of their medians; absent of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<f64>,
}

/// A benchmark's figure in one boot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BootFigure {
    /// Which whole boot of the platform, from 1.
    pub round: u32,
    /// Operations in a batch.
    pub n: u64,
    /// Batches taken, or single operations timed.
    pub batches: usize,
    /// Median cost of one operation.
    pub median: f64,
    /// Lower end of its 95 % interval; absent below six batches.
    pub low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub high: Option<f64>,
    /// Why sampling ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
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
            resolution: None,
            stopped: None,
            estimate: None,
            latency: None,
            spread: None,
            events: None,
            boots: Vec::new(),
        }
    }

    /// Sums up what the boots brought of one benchmark, each with the number of its round. `None`
    /// of none.
    pub fn over_boots(parts: &[(u32, &Measured)]) -> Option<Self> {
        let (_, first) = parts.first()?;
        let status = parts.iter().map(|(_, part)| part.status).max_by_key(|s| s.severity())?;
        let mut blank = Self::without_value(&first.name, &first.category, status, reasons(parts));
        blank.events = parts.iter().rev().find_map(|(_, part)| part.events.clone());
        if status != Status::Ok {
            return Some(blank);
        }
        let measured = parts.iter().filter(|(_, part)| part.status == Status::Ok);
        let measured: Vec<_> = measured.copied().collect();
        Some(blank.with_figures(&measured))
    }

    /// Fills in what follows from the boots that measured it.
    fn with_figures(self, measured: &[(u32, &Measured)]) -> Self {
        let boots: Vec<_> = measured.iter().filter_map(|(round, m)| m.figure(*round)).collect();
        let medians: Vec<f64> = boots.iter().map(|boot| boot.median).collect();
        let across = across_boots(&medians, LEVEL);
        let estimate = match measured {
            [(_, only)] => only.estimate.clone(),
            _ => Estimate::pooled(measured.iter().flat_map(|(_, m)| m.costs()).collect(), across),
        };
        let within: Vec<f64> = measured
            .iter()
            .filter_map(|(_, part)| part.estimate.as_ref()?.relative_spread())
            .collect();
        let within = (!within.is_empty()).then(|| mean(&within));
        let between = across.map(|a| a.spread);
        let spread = within.or(between).map(|_| Spread { within, between });
        let latency = Latency::merged(measured.iter().filter_map(|(_, m)| m.latency.as_ref()));
        let stopped = boots.iter().filter_map(|boot| boot.stopped).max();
        let interval = match &boots[..] {
            [only] => only.interval(),
            _ => across.map(|a| a.interval),
        };
        let value = across.map(|a| a.mean).or(medians.first().copied());
        let bare = Self { stopped, estimate, latency, spread, ..self };
        match unresolved(&boots) {
            Some(limits) => Self {
                low: limits.first().map(|_| 0.0),
                high: limits.into_iter().reduce(f64::max),
                resolution: Some(Resolution::Below),
                boots,
                ..bare
            },
            None => Self {
                value,
                low: interval.map(|i| i.low),
                high: interval.map(|i| i.high),
                resolution: value.map(|_| Resolution::Resolved),
                boots,
                ..bare
            },
        }
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

impl BootFigure {
    /// The interval of its median.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.low?, high: self.high?, coverage: LEVEL })
    }

    /// Half-width of its interval as a share of its median.
    pub fn relative_margin(&self) -> Option<f64> {
        self.interval().map(|interval| interval.relative_margin(self.median))
    }
}

/// `Some` when a boot cannot tell the cost from zero, with what it then is at most by each such
/// boot that has an interval.
fn unresolved(boots: &[BootFigure]) -> Option<Vec<f64>> {
    let mut limits = None;
    for figure in boots.iter().map(|boot| resolve(boot.median, boot.interval())) {
        if let Figure::BelowResolution { at_most } = figure {
            limits.get_or_insert_with(Vec::new).extend(at_most);
        }
    }
    limits
}

/// The reasons of all boots: one for all where they agree, else each with its boot.
fn reasons(parts: &[(u32, &Measured)]) -> String {
    let same = parts.iter().all(|(_, part)| part.reason == parts[0].1.reason);
    if same {
        return parts[0].1.reason.clone();
    }
    let given = parts.iter().filter(|(_, part)| !part.reason.is_empty());
    let texts: Vec<_> =
        given.map(|(round, part)| format!("boot {round}: {}", part.reason)).collect();
    texts.join("; ")
}

#[cfg(test)]
#[path = "summary_tests.rs"]
mod tests;
