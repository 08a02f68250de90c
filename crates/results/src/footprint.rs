//! What guests take of the host's memory.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a guest's monitor takes of the host's memory, in bytes. Pages that several processes map are
/// divided among them (Linux' Pss), so that the sum over guests is what they take together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Footprint {
    /// Processes that it is made of.
    pub processes: u32,
    /// All that they take.
    pub total: u64,
    /// What of that is the guest's memory, as far as it has been touched.
    pub guest: u64,
}

impl Footprint {
    /// What the monitor takes for itself.
    pub fn above(&self) -> u64 {
        self.total.saturating_sub(self.guest)
    }

    /// This and `other` together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            processes: self.processes.saturating_add(other.processes),
            total: self.total.saturating_add(other.total),
            guest: self.guest.saturating_add(other.guest),
        }
    }
}

/// What guests that ran at the same time took of the host's memory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Together {
    /// How many guests.
    pub guests: u32,
    /// What each did meanwhile.
    pub workload: String,
    /// What each of them took, while Linux merged no pages.
    pub apart: Vec<Footprint>,
    /// What each of them took when Linux had merged equal pages (KSM); empty where it could not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merged: Vec<Footprint>,
    /// Seconds that merging was waited for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merging_s: Option<u64>,
    /// Why something of it is missing, and what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// All of `footprints` together; `None` of none.
pub fn together(footprints: &[Footprint]) -> Option<Footprint> {
    footprints.iter().copied().reduce(Footprint::with)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_monitor_is_what_is_above_the_guest() {
        let one = Footprint { processes: 1, total: 90, guest: 60 };
        let two = together(&[one, one]).unwrap();
        assert_eq!((one.above(), two.above(), two.processes), (30, 60, 2));
        assert_eq!(together(&[]), None);
        assert_eq!(Footprint { guest: 5, ..Footprint::default() }.above(), 0);
    }
}
