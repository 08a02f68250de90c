//! How often workloads do what costs something in a guest.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use ground::Trouble;
use results::{PlatformRun, Quantity, Summary, Unit};
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::file::{self, Kind};
use crate::origin::Origin;

/// Begins the names of counters that say what a guest did, in results files.
pub const COUNTED: &str = "use_";

/// The same where only a part of what a guest does is counted: alone it makes no usage.
const PART: &str = "part_";

/// The time of a workload in which the processor waits, among its counts: there is nothing in it that
/// could cost more.
pub(crate) const IDLE: &str = "idle";

/// What needs no price: the price of something else has it, or it costs as much as natively.
pub(crate) const WITHOUT_PRICE: [&str; 4] = [IDLE, "idle_halt", "interrupt_end", "syscall"];

/// The category of benchmarks that are programs.
const WORKLOAD: &str = "workload";

/// What workloads do, and how often.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Version of the format: 1.
    pub usage_version: u32,
    /// What `native` of the workloads counts.
    pub unit: Unit,
    /// Where they were counted; absent in files of older versions and of other programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// The workloads.
    pub workloads: Vec<Workload>,
}

/// One workload, executed once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Its name.
    pub name: String,
    /// Where its counts are from.
    pub source: Source,
    /// What it takes natively.
    pub native: Amount,
    /// What it is on other machines without a hypervisor, by their labels: such as one with a processor of
    /// another maker.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub elsewhere: BTreeMap<String, Elsewhere>,
    /// How often it does each operation, by the name of the event or of the operation.
    pub counts: BTreeMap<String, Amount>,
}

/// A workload on another machine than the one on which it was counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Elsewhere {
    /// What it takes there.
    pub native: Amount,
    /// How often it does there what was counted there as well, by the name of the event; all else it does as
    /// often.
    pub counts: BTreeMap<String, Amount>,
}

/// The same in a file: older ones have the time alone.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Written {
    Time(Amount),
    Machine { native: Amount, counts: BTreeMap<String, Amount> },
}

impl From<Written> for Elsewhere {
    fn from(written: Written) -> Self {
        match written {
            Written::Time(native) => Self { native, counts: BTreeMap::new() },
            Written::Machine { native, counts } => Self { native, counts },
        }
    }
}

/// Where counts are from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Of what kind they are.
    pub kind: SourceKind,
    /// The platform or the file.
    pub from: String,
}

/// Kinds of counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// Counted where no hypervisor is: a prediction that rests on them is *a priori*.
    Native,
    /// Counted by an emulator.
    Emulated,
    /// Counted by another program, as exits of a virtual machine.
    Foreign,
}

impl SourceKind {
    /// Its name in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Emulated => "emulated",
            Self::Foreign => "foreign",
        }
    }
}

impl Workload {
    /// It as it is on the machine called `native`, one of all `natives` that costs are of; `None` where it was
    /// counted on another of them, and not measured on this one.
    pub(crate) fn on(&self, native: &str, natives: &BTreeSet<&str>) -> Option<Cow<'_, Self>> {
        let from = self.source.from.as_str();
        match self.elsewhere.get(native) {
            Some(machine) => {
                let mut there = Self { native: machine.native, ..self.clone() };
                there.counts.extend(machine.counts.clone());
                Some(Cow::Owned(there))
            }
            None if from != native && natives.contains(from) => None,
            None => Some(Cow::Borrowed(self)),
        }
    }
}

impl Usage {
    /// One without workloads, in `unit`.
    pub fn new(unit: Unit) -> Self {
        Self { usage_version: Self::VERSION, unit, origin: None, workloads: Vec::new() }
    }

    /// Of the workloads that `run` counted, or of the benchmarks called `names` if there are any.
    pub fn of(run: &PlatformRun, kind: SourceKind, names: &[String]) -> Self {
        let is_meant = |summary: &&Summary| match names {
            [] => summary.category == WORKLOAD,
            _ => names.contains(&summary.name),
        };
        let workload = |summary: &Summary| {
            let mut counts = counts(summary, COUNTED);
            counts.retain(|_, count| count.0.value > 0.0);
            let source = Source { kind, from: run.label.clone() };
            let native = Amount(Quantity::of(summary)?);
            let name = summary.name.clone();
            if counts.is_empty() {
                return None;
            }
            counts.extend(idle(summary));
            Some(Workload { name, source, native, elsewhere: BTreeMap::new(), counts })
        };
        let workloads = run.benchmarks.iter().filter(is_meant).filter_map(workload).collect();
        Self { workloads, ..Self::new(run.unit) }
    }

    /// Adds what its workloads are on the machine of `run`, where that has measured them.
    pub fn add_machine(&mut self, run: &PlatformRun) {
        for workload in &mut self.workloads {
            let there = run.find(&workload.name).and_then(|summary| {
                let native = Amount(Quantity::of(summary)?);
                let counts =
                    [COUNTED, PART].into_iter().flat_map(|it| counts(summary, it)).collect();
                Some((run.label.clone(), Elsewhere { native, counts }))
            });
            workload.elsewhere.extend(there);
        }
    }

    /// Reads a file's content, of which errors speak as `path`.
    ///
    /// # Errors
    /// Says what is wrong with it, and what to do.
    pub fn parse(bytes: Vec<u8>, path: &str) -> Result<Self, Trouble> {
        file::parse(bytes, path)
    }
}

/// What one execution of `summary` did: its counters whose names begin with `prefix`, without those of the
/// control loop, also those that did not move.
fn counts(summary: &Summary, prefix: &str) -> BTreeMap<String, Amount> {
    let counters = summary.events.iter().flat_map(|events| &events.counters);
    let counted = counters.filter_map(|(name, event)| {
        let count = event.per_operation.max(0.0);
        Some((name.strip_prefix(prefix)?.to_owned(), Amount(Quantity::exact(count))))
    });
    counted.collect()
}

/// The time in which the processor waits, where that was counted.
fn idle(summary: &Summary) -> Option<(String, Amount)> {
    let [.., waits] = summary.worlds?.per_operation();
    (waits > 0.0).then(|| (IDLE.to_owned(), Amount(Quantity::exact(waits))))
}

/// What one operation of `summary` does, as [`counts`].
pub(crate) fn parts(summary: &Summary) -> BTreeMap<String, f64> {
    let counts = counts(summary, COUNTED).into_iter().map(|(name, count)| (name, count.0.value));
    counts.filter(|(_, count)| *count > 0.0).collect()
}

impl Kind for Usage {
    const NAME: &'static str = "usage";
    const VERSION: u32 = 1;

    fn fault(&self) -> Option<String> {
        let mut names = BTreeSet::new();
        if let Some(twice) = self.workloads.iter().find(|it| !names.insert(&it.name)) {
            return Some(format!("{:?} is there twice", twice.name));
        }
        self.workloads.iter().find_map(|workload| {
            let name = &workload.name;
            let machines = || workload.elsewhere.values();
            let mut times = machines().map(|it| &it.native).chain([&workload.native]);
            if times.any(|time| time.0.value <= 0.0) {
                return Some(format!("{name:?} takes no time natively"));
            }
            let mut counts = workload.counts.iter().chain(machines().flat_map(|it| &it.counts));
            let negative = counts.find(|(_, count)| count.0.low < 0.0)?;
            Some(format!("{name:?} does {:?} less than 0 times", negative.0))
        })
    }
}

#[cfg(test)]
#[path = "usage_tests.rs"]
mod tests;
