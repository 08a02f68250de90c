//! How a benchmark and its sampling ended, and what its figures count.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a benchmark ended. All but `Ok` come with a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It was measured.
    Ok,
    /// It did not run, because something that it needs is missing.
    Skipped,
    /// An exception ended it; the guest went on.
    Fault,
    /// It took too long; the guest went on, or the run's time was over.
    Timeout,
    /// The guest fell silent while it ran.
    Hung,
    /// The guest died while it ran, or what became of it is unknown.
    Crashed,
}

impl Status {
    /// The word for it, in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Skipped => "skipped",
            Self::Fault => "fault",
            Self::Timeout => "timeout",
            Self::Hung => "hung",
            Self::Crashed => "crashed",
        }
    }

    /// The status that a guest reports as `word`; a guest cannot report its own death.
    pub fn reported(word: &str) -> Option<Self> {
        [Self::Ok, Self::Skipped, Self::Fault, Self::Timeout].into_iter().find(|s| s.word() == word)
    }

    /// How bad it is, from 0: of several boots the worst counts. A boot that could not run the
    /// benchmark takes nothing from one that measured it, hence `Skipped` before `Ok`.
    pub fn severity(self) -> u8 {
        match self {
            Self::Skipped => 0,
            Self::Ok => 1,
            Self::Fault => 2,
            Self::Timeout => 3,
            Self::Hung => 4,
            Self::Crashed => 5,
        }
    }

    /// Whether the benchmark went wrong, as opposed to measured or not applicable.
    pub fn is_failure(self) -> bool {
        !matches!(self, Self::Ok | Self::Skipped)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Why no more batches were taken; of several boots the last in this order counts.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The precision asked for was reached.
    Precise,
    /// All that were asked for had been taken.
    Batches,
    /// There was no material for more, such as untouched memory.
    Supply,
    /// The time for them was over.
    Budget,
}

impl Stop {
    /// The protocol's `word` for it.
    pub fn reported(word: &str) -> Option<Self> {
        match word {
            "precise" => Some(Self::Precise),
            "batches" => Some(Self::Batches),
            "supply" => Some(Self::Supply),
            "budget" => Some(Self::Budget),
            _ => None,
        }
    }
}

/// What the guest's counter counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Cycles of the processor's time stamp counter.
    #[default]
    Cycles,
    /// Executed guest instructions.
    Instructions,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Cycles => "cycles",
            Self::Instructions => "instructions",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Status; 6] = [
        Status::Ok,
        Status::Skipped,
        Status::Fault,
        Status::Timeout,
        Status::Hung,
        Status::Crashed,
    ];

    #[test]
    fn ends_are_called_the_same_in_files_and_on_the_screen() {
        for status in ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.word());
            assert_eq!(status.to_string(), status.word());
        }
        for unit in [Unit::Cycles, Unit::Instructions] {
            assert_eq!(serde_json::to_value(unit).unwrap(), unit.to_string());
        }
    }

    /// A guest that hangs or dies cannot say so any more.
    #[test]
    fn a_guest_reports_what_it_survives() {
        let reported = |word: &str| Status::reported(word);
        assert_eq!(
            ALL.map(Status::word).map(reported)[..4],
            ALL[..4].iter().copied().map(Some).collect::<Vec<_>>()
        );
        assert_eq!(["hung", "crashed", "fine"].map(reported), [None; 3]);
        for stop in [Stop::Precise, Stop::Batches, Stop::Supply, Stop::Budget] {
            let word = serde_json::to_value(stop).unwrap();
            assert_eq!(Stop::reported(word.as_str().unwrap()), Some(stop));
        }
        assert_eq!(Stop::reported("bored"), None);
    }

    #[test]
    fn what_was_skipped_has_not_failed() {
        assert_eq!(ALL.map(Status::is_failure), [false, false, true, true, true, true]);
    }
}
