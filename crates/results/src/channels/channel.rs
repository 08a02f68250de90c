//! The channels on which a guest's marks reach the host.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whose clock times the benchmarks, and how the marks reach it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// The guest's own counter; no marks.
    #[default]
    Internal,
    /// The host's counter; the marks are characters on the console.
    Uart,
    /// The host's counter; the marks are words in memory that the host polls.
    Mailbox,
}

impl Channel {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Internal, Self::Uart, Self::Mailbox];

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Internal => "The guest's own counter; no marks",
            Self::Uart => "The host's counter; the marks are characters on the console",
            Self::Mailbox => {
                "The host's counter; the marks are words in memory that the host polls"
            }
        }
    }

    /// Its name, on the tool's command line and on the kernel's.
    pub fn name(self) -> &'static str {
        match self {
            Self::Internal => "internal",
            Self::Uart => "uart",
            Self::Mailbox => "mailbox",
        }
    }

    /// The longest time between two looks that leaves an edge usable, in nanoseconds.
    ///
    /// A look at the mailbox takes some 20 ns, and 100 more when it finds a change; a look at
    /// the console is a system call of some 500 ns, and reading it another. Whoever is taken off
    /// the processor is away for thousands.
    pub fn away_ns(self) -> u32 {
        match self {
            Self::Internal => 0,
            Self::Uart => 4000,
            Self::Mailbox => 400,
        }
    }

    /// Whether the host's counter is used.
    pub fn is_external(self) -> bool {
        self != Self::Internal
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}
