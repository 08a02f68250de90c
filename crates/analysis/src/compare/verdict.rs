//! What a change means.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::change::{Basis, Change};

/// What became of a benchmark from A to B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// B is cheaper, for certain and by more than the threshold.
    Faster,
    /// B is dearer, for certain and by more than the threshold.
    Slower,
    /// The whole interval of the change lies inside the threshold.
    Same,
    /// What was measured does not decide it.
    Undecided,
    /// It was measured on A, and failed on B.
    Broken,
    /// It failed on A, and was measured on B.
    Mended,
    /// One of the two does not have it, or lacks what it needs.
    Missing,
}

impl Verdict {
    /// All of them, the worst first.
    pub const ALL: [Self; 7] = [
        Self::Broken,
        Self::Slower,
        Self::Faster,
        Self::Mended,
        Self::Same,
        Self::Undecided,
        Self::Missing,
    ];

    /// The word for it, in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::Same => "same",
            Self::Undecided => "undecided",
            Self::Broken => "broken",
            Self::Mended => "mended",
            Self::Missing => "missing",
        }
    }

    /// What `change` means where a share of `threshold` matters. Of exact figures every difference
    /// matters.
    pub(super) fn of(change: &Change, threshold: f64) -> Self {
        let direction = if change.share > 0.0 { Self::Slower } else { Self::Faster };
        if change.basis == Basis::Exact {
            return if change.difference == 0.0 { Self::Same } else { direction };
        }
        let (Some(low), Some(high), Some(_)) = (change.low, change.high, change.adjusted_p) else {
            return Self::Undecided;
        };
        if -threshold <= low && high <= threshold {
            return Self::Same;
        }
        match change.certain && change.share.abs() > threshold {
            true => direction,
            false => Self::Undecided,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}
