//! What threads do, and what they do to each other.

use std::fmt;

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
            } else if let (Role::Vcpu(_), Role::Vcpu(_)) = (other, role)
                && cpu.capacity != other_cpu.capacity
            {
                remarks.push(format!(
                    "{other} and {role} are on CPUs of two kinds ({} and {}): one is slower",
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
        let cpu = |number, core| Cpu { number, core, capacity: 0 };
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
        let slow = Cpu { capacity: 446, ..other };
        let remarks = conflicts(&[(Role::Vcpu(0), first), (Role::Vcpu(1), slow)]);
        assert_eq!(
            remarks,
            ["vCPU 0 and vCPU 1 are on CPUs of two kinds (0 and 1): one is slower"]
        );
        assert!(conflicts(&[(Role::Vcpu(0), first), (Role::Timing, slow)]).is_empty());
    }
}
