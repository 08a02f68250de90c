//! Which thread runs on which of the host's CPUs.
//!
//! A virtual CPU that wanders between CPUs, or shares one with the thread that watches for
//! marks, spoils what is measured. So every thread that matters gets a CPU of its own where
//! there are enough; where there are not, [`Placement`](results::Placement) says what shares and what that spoils.

mod apply;
mod list;
mod placement;
mod topology;

pub use apply::{Task, asked_for, in_order, pin};
pub use list::CpuList;
pub use placement::Role;

use std::fmt;
use std::str::FromStr;

/// How threads are to be placed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Pinning {
    /// On the CPUs that the tool may use, on as many cores as possible.
    #[default]
    Auto,
    /// Not at all: the operating system decides.
    None,
    /// On these CPUs, in this order.
    List(CpuList),
}

impl FromStr for Pinning {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "none" => Ok(Self::None),
            list => list.parse().map(Self::List),
        }
    }
}

impl fmt::Display for Pinning {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::None => f.write_str("none"),
            Self::List(list) => list.fmt(f),
        }
    }
}
