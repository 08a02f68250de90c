//! Where a guest's threads were.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The placement of a guest's threads, as the results keep it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Placement {
    /// What was asked for: `auto`, `none` or a list of CPUs.
    pub asked: String,
    /// The threads that were to be pinned.
    pub threads: Vec<Pinned>,
    /// Why there is none to be pinned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impossible: Option<String>,
    /// What shares a CPU and what that spoils; what could not be pinned, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// One thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pinned {
    /// What it does, such as `vCPU 0`.
    pub role: String,
    /// The CPU that it was pinned to; absent when the system refused.
    pub cpu: Option<usize>,
}

impl Placement {
    /// Nothing is pinned, because of `error`.
    pub fn failed(asked: &dyn Display, error: &dyn Display) -> Self {
        let remarks = vec![format!("nothing is pinned: {error}")];
        Self { asked: asked.to_string(), remarks, ..Self::default() }
    }

    /// Of a guest whose threads the tool cannot place; a remark where CPUs were `named` for it.
    pub fn impossible(asked: &dyn Display, named: bool) -> Self {
        let why = "its threads are out of the tool's reach, so nothing is pinned";
        let remarks = if named { vec![why.to_owned()] } else { Vec::new() };
        let impossible = Some(why.to_owned());
        Self { asked: asked.to_string(), remarks, impossible, ..Self::default() }
    }

    /// Of a guest that is not to be pinned.
    pub fn unwanted(asked: &dyn Display) -> Self {
        Self { asked: asked.to_string(), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_is_kept_with_why_nothing_came_of_it() {
        let none = Placement { asked: "auto".to_owned(), ..Placement::default() };
        assert_eq!(Placement::unwanted(&"auto"), none);
        let remarks = vec!["nothing is pinned: no such CPU".to_owned()];
        let failed = Placement { remarks, ..none.clone() };
        assert_eq!(Placement::failed(&"auto", &"no such CPU"), failed);
        let why = "its threads are out of the tool's reach, so nothing is pinned".to_owned();
        let impossible = Placement { impossible: Some(why.clone()), ..none };
        assert_eq!(Placement::impossible(&"auto", false), impossible);
        let named = Placement { remarks: vec![why], ..impossible };
        assert_eq!(Placement::impossible(&"auto", true), named);
    }
}
