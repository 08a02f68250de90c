//! Figures with their units, as short as they are sure.

use crate::cost::{cost_text, relative_margin};
use crate::digits::{exact, short, time};
use results::{Document, PlatformRun, Summary};

/// Stands before a figure of which only the order of magnitude is known.
pub(super) const ROUGH: &str = "~";

/// Stands before what a cost is at most that cannot be told from zero.
pub(super) const BELOW: &str = "<";

/// Stands before how far the interval reaches to either side.
pub(super) const MARGIN: char = '±';

/// From this share of the figure on, the interval's reach is said.
const TELLING: f64 = 0.1;

/// What figures count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Counted {
    /// Cycles of the guest's counter
    Cycles,
    /// Time, in ns, µs, ms or s, where the counter's rate is known
    Ns,
    /// Executed instructions, where they were counted
    Instructions,
}

impl Counted {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Cycles => "cycles",
            Self::Ns => "ns",
            Self::Instructions => "instructions",
        }
    }

    /// Whether any platform of `document` has figures in it.
    pub fn is_in(self, document: &Document) -> bool {
        document.platforms.iter().any(|run| Self::of(run, Some(self)).is_some())
    }

    /// What the figures of `run` are shown in, if they can be shown as `wanted`.
    pub(crate) fn of(run: &PlatformRun, wanted: Option<Self>) -> Option<Self> {
        let known = match (run.unit, run.hz()) {
            (results::Unit::Instructions, _) => vec![Self::Instructions],
            (results::Unit::Cycles, Some(_)) => vec![Self::Ns, Self::Cycles],
            (results::Unit::Cycles, None) => vec![Self::Cycles],
        };
        match wanted {
            None => known.first().copied(),
            Some(wanted) => Some(wanted).filter(|wanted| known.contains(wanted)),
        }
    }
}

/// The figure of `summary` by a counter that makes `hz` of its units in a second, or the word for why there
/// is none.
pub(crate) fn figure(hz: Option<u64>, summary: &Summary, counted: Counted) -> String {
    let sure = relative_margin(summary);
    match (summary.value, summary.high) {
        (Some(value), _) if sure.is_some_and(|margin| margin >= 1.0) => {
            ROUGH.to_owned() + &with_unit(hz, value, counted, 2)
        }
        (Some(value), _) if sure.is_some_and(|margin| margin <= 0.0) => match counted {
            Counted::Ns => with_unit(hz, value, counted, 3),
            _ => format!("{} {}", exact(value).trim_end_matches(".00"), unit(counted)),
        },
        (Some(value), _) if sure.is_some_and(|margin| margin < 0.05) => {
            with_unit(hz, value, counted, 3)
        }
        (Some(value), _) => with_unit(hz, value, counted, 2),
        (None, Some(most)) if summary.is_below_resolution() => {
            format!("{BELOW} {}", with_unit(hz, most, counted, 2))
        }
        (None, _) if summary.is_below_resolution() => format!("{BELOW} ?"),
        _ => summary.status.word().to_owned(),
    }
}

/// The cost of `summary` for a page: a time as [`figure`] writes it with its [`margin`], others to the last
/// digit that their interval leaves.
pub(crate) fn cost(run: &PlatformRun, summary: &Summary) -> String {
    match Counted::of(run, None) {
        Some(Counted::Ns) => {
            let cost = format!("{} {}", figure(run.hz(), summary, Counted::Ns), margin(summary));
            cost.trim_end().to_owned()
        }
        _ => cost_text(summary),
    }
}

/// How far the interval reaches, where that changes how a figure is read: its digits say less by then. One
/// that reaches as far as the figure is [`ROUGH`].
pub(crate) fn margin(summary: &Summary) -> String {
    let margin = relative_margin(summary).filter(|margin| (TELLING..1.0).contains(margin));
    margin.map(|margin| format!("{MARGIN}{:.0} %", margin * 100.0)).unwrap_or_default()
}

/// Adds to figures how far their intervals reach, such that figures stand one below the other.
pub(crate) fn with_margins(cells: &mut [(String, Option<&Summary>)]) {
    let margins: Vec<String> =
        cells.iter().map(|(_, summary)| summary.map(margin).unwrap_or_default()).collect();
    let width = margins.iter().map(|text| text.chars().count()).max().unwrap_or_default();
    for ((text, _), margin) in cells.iter_mut().zip(margins).filter(|_| width > 0) {
        *text += &format!(" {margin:width$}");
    }
}

fn unit(counted: Counted) -> &'static str {
    match counted {
        Counted::Cycles => "cycles",
        Counted::Ns => "ns",
        Counted::Instructions => "instr.",
    }
}

/// `value` with so many digits; a time in the unit in which it has one to three before the point.
fn with_unit(hz: Option<u64>, value: f64, counted: Counted, digits: u32) -> String {
    let Some(hz) = hz.filter(|_| counted == Counted::Ns) else {
        return format!("{} {}", short(value, digits), unit(counted));
    };
    time(value / hz as f64 * 1e9, digits)
}
