//! What the reference takes on a machine that nobody disturbs.

use serde::{Deserialize, Serialize};

/// The guest waits until the reference takes at most this many times as long: a little less than
/// what counts as quiet, for the batch that follows has to be quiet at its end as well.
const NEARLY: f64 = 1.1;

/// What the reference takes at best.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Floor {
    /// Ticks of a turn.
    pub turn: f64,
    /// Turns in a pass.
    pub rounds: u64,
}

impl Floor {
    /// Ticks of a pass up to which the guest need not wait.
    pub(super) fn quiet_ticks(self) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a positive number of ticks, far below 2^63"
        )]
        let ticks = (self.turn * self.rounds as f64 * NEARLY) as u64;
        ticks.max(1)
    }
}
