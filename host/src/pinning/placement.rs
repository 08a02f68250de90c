//! Where the threads are, and what is to be known of it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Pinning;
use super::topology::Cpu;

/// What a thread does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It executes the virtual CPU of this number.
    Vcpu(u32),
    /// It waits for the guest's marks.
    Timing,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Vcpu(number) => write!(f, "vCPU {number}"),
            Self::Timing => f.write_str("the timing thread"),
        }
    }
}

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
    pub fn failed(asked: &Pinning, error: &dyn fmt::Display) -> Self {
        let remarks = vec![format!("nothing is pinned: {error}")];
        Self { asked: asked.to_string(), remarks, ..Self::default() }
    }

    /// Of a guest whose threads the tool cannot place; a remark where CPUs were named for it.
    pub fn impossible(asked: &Pinning) -> Self {
        let why = "its threads are out of the tool's reach, so nothing is pinned";
        let remarks = match asked {
            Pinning::List(_) => vec![why.to_owned()],
            Pinning::Auto | Pinning::None => Vec::new(),
        };
        let impossible = Some(why.to_owned());
        Self { asked: asked.to_string(), remarks, impossible, ..Self::default() }
    }

    /// Of a guest that is not to be pinned.
    pub fn unwanted(asked: &Pinning) -> Self {
        Self { asked: asked.to_string(), ..Self::default() }
    }
}

/// What two threads on one CPU, or on one core, do to each other's figures.
pub(super) fn conflicts(places: &[(Role, Cpu)]) -> Vec<String> {
    let mut remarks = Vec::new();
    for (index, (role, cpu)) in places.iter().enumerate() {
        for (other, other_cpu) in &places[..index] {
            if cpu.number == other_cpu.number {
                remarks.push(format!(
                    "{other} and {role} share CPU {}: {}",
                    cpu.number,
                    spoiled(*other, *role)
                ));
            } else if cpu.core == other_cpu.core {
                remarks.push(format!(
                    "{other} and {role} are on one core (CPUs {} and {}): each slows the other",
                    other_cpu.number, cpu.number
                ));
            }
        }
    }
    remarks
}

fn spoiled(one: Role, other: Role) -> &'static str {
    match (one, other) {
        (Role::Vcpu(0), Role::Timing) | (Role::Timing, Role::Vcpu(0)) => {
            "a mark is seen only when the host switches between them, so external times are void"
        }
        (Role::Timing, _) | (_, Role::Timing) => {
            "while that vCPU works the timing thread is away, and samples are left out"
        }
        _ => "they run in turns, so what takes two CPUs measures the host's scheduler",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sharing_is_told_with_what_it_spoils() {
        let cpu = |number, core| Cpu { number, core };
        let (first, twin, other) = (cpu(0, 0), cpu(4, 0), cpu(1, 1));
        let remarks = conflicts(&[(Role::Vcpu(0), first), (Role::Timing, other)]);
        assert!(remarks.is_empty());
        let remarks = conflicts(&[
            (Role::Vcpu(0), first),
            (Role::Timing, other),
            (Role::Vcpu(1), other),
            (Role::Vcpu(2), twin),
        ]);
        assert_eq!(remarks.len(), 2, "{remarks:?}");
        assert!(remarks[0].contains("the timing thread and vCPU 1 share CPU 1"));
        assert!(remarks[1].contains("vCPU 0 and vCPU 2 are on one core (CPUs 0 and 4)"));
    }
}
