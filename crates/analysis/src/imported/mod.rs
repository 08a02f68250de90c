//! Figures of other suites, read from what these print: a format is a file.

mod lmbench;
mod micro_bench;
mod perf_bench;
mod suite;
mod vmexit;

use results::{
    Document, HostEnvironment, PlatformRun, Resolution, SCHEMA_VERSION, Settings, Status, Summary,
    Unit,
};

pub use suite::Suite;

/// A log says nothing of the machine.
const UNKNOWN: &str = "unknown: the log does not name it";

/// The category of what the catalogue has no name for.
const ELSEWHERE: &str = "elsewhere";

/// The longest name that is one.
const NAME_LENGTH: usize = 64;

/// The most figures that are taken.
const MOST: usize = 1000;

/// A figure as a log has it.
#[derive(Debug, PartialEq)]
struct Figure {
    /// What the suite calls it.
    name: String,
    amount: Amount,
}

/// How much an operation costs there.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Amount {
    /// It did not run.
    Skipped,
    /// In cycles, or in ticks of the guest's counter.
    Cycles(f64),
    /// In nanoseconds.
    Time(f64),
}

/// What a log holds.
#[derive(Debug, Default)]
struct Log {
    figures: Vec<Figure>,
    /// Ticks of the guest's counter in a second, where the log says so.
    hz: Option<f64>,
}

impl Log {
    /// Takes a figure, if what it is called can be a name and `amount` a cost.
    fn take(&mut self, name: impl Into<String>, amount: Amount) {
        let name = name.into();
        let is_cost = match amount {
            Amount::Skipped => true,
            Amount::Cycles(cost) | Amount::Time(cost) => cost.is_finite() && cost >= 0.0,
        };
        let is_name = (1..=NAME_LENGTH).contains(&name.len()) && !name.contains(char::is_control);
        if is_cost && is_name && self.figures.len() < MOST {
            self.figures.push(Figure { name, amount });
        }
    }
}

/// What a benchmark is called here.
#[derive(Debug, Clone, Copy)]
pub struct Name<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its category.
    pub category: &'a str,
}

/// Why a log cannot be set beside our own figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There is no figure in it.
    NoFigures,
    /// Its figures are times, and nothing says how many cycles these are.
    NoRate,
}

/// The figures in the `log` of `suite`, in cycles; times become ticks of a counter that makes `hz` of
/// them in a second. `ours` has our names for theirs. Of a name that comes again, the first figure
/// counts.
///
/// # Errors
/// When there is none, or when times have no rate.
pub fn import<'a>(
    suite: Suite,
    log: &str,
    ours: impl Fn(&str) -> Option<Name<'a>>,
    hz: Option<u64>,
    label: &str,
) -> Result<Document, Refusal> {
    let log = suite.read(log);
    let hz = hz.map(|hz| hz as f64).or(log.hz).filter(|hz| *hz > 0.0);
    let mut benchmarks: Vec<Summary> = Vec::new();
    for Figure { name: theirs, amount } in &log.figures {
        let unknown = Name { name: theirs, category: ELSEWHERE };
        let Name { name, category } = ours(theirs).unwrap_or(unknown);
        let cycles = match *amount {
            Amount::Skipped => None,
            Amount::Cycles(cycles) => Some(cycles),
            Amount::Time(ns) => Some(ns * hz.ok_or(Refusal::NoRate)? / 1e9),
        };
        if benchmarks.iter().all(|known| known.name != name) {
            benchmarks.push(summary(suite, name, category, cycles));
        }
    }
    // What has a name here comes first, by category.
    benchmarks.sort_by(|a, b| order(a).cmp(&order(b)));
    let any = benchmarks.iter().any(|summary| summary.value.is_some());
    any.then(|| document(suite, benchmarks, label)).ok_or(Refusal::NoFigures)
}

fn order(summary: &Summary) -> (bool, &str) {
    (summary.category == ELSEWHERE, &summary.category)
}

fn summary(suite: Suite, name: &str, category: &str, cycles: Option<f64>) -> Summary {
    let blank =
        |status, reason: &str| Summary::without_value(name, category, status, reason.to_owned());
    match cycles {
        None => blank(Status::Skipped, &format!("{} skipped it", suite.name())),
        Some(cycles) if cycles > 0.0 => Summary {
            value: Some(cycles),
            resolution: Some(Resolution::Resolved),
            ..blank(Status::Ok, "")
        },
        Some(_) => Summary { resolution: Some(Resolution::Below), ..blank(Status::Ok, "") },
    }
}

fn document(suite: Suite, benchmarks: Vec<Summary>, label: &str) -> Document {
    let run = PlatformRun {
        label: label.to_owned(),
        platform: "imported".to_owned(),
        spec: label.to_owned(),
        caveat: suite.caveat(),
        guest: suite.guest(),
        unit: Unit::Cycles,
        benchmarks,
        ..PlatformRun::default()
    };
    Document {
        schema_version: SCHEMA_VERSION,
        complete: true,
        host: HostEnvironment { cpu: UNKNOWN.to_owned(), ..HostEnvironment::default() },
        settings: Settings { suite: suite.name().to_owned(), ..Settings::default() },
        baseline: label.to_owned(),
        platforms: vec![run],
        ..Document::default()
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
