//! One window, as the host saw it.

/// When a window was open, by the host's counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The counter when the start mark arrived, in ticks.
    pub started: u64,
    /// The counter when the end mark arrived, in ticks.
    pub ended: u64,
    /// How long before an edge was seen the host had last looked, in ticks: the edge may
    /// have been that much earlier. 0 where the channel cannot tell.
    pub unsure: u64,
    /// Whether the host was away at an edge, so that the times are not to be used.
    pub flagged: bool,
}

impl Window {
    /// How long it was open, in ticks of the host's counter.
    pub fn ticks(&self) -> u64 {
        self.ended.saturating_sub(self.started)
    }
}
