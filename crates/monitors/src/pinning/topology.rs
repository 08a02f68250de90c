//! The CPUs that the tool may use, and which of them are two faces of one core.

use std::io;

use rustix::thread::{CpuSet, sched_getaffinity};

use super::CpuList;

/// A CPU and its core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cpu {
    pub(super) number: usize,
    /// The lowest-numbered CPU of the same core; its own number where that is unknown.
    pub(super) core: usize,
}

/// The CPUs that the operating system lets this process use, ascending.
pub(super) fn allowed() -> io::Result<Vec<Cpu>> {
    let set = sched_getaffinity(None)?;
    let numbers = (0..CpuSet::MAX_CPU).filter(|cpu| set.is_set(*cpu));
    Ok(numbers.map(|number| Cpu { number, core: core(number) }).collect())
}

fn core(cpu: usize) -> usize {
    let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
    let siblings = system::input::read_text(path).ok();
    let siblings: Option<CpuList> = siblings.and_then(|text| text.trim().parse().ok());
    siblings.and_then(|list| list.0.into_iter().min()).unwrap_or(cpu)
}

/// The CPUs in the order in which they are given out: one of each core first.
pub(super) fn by_core(cpus: &[Cpu]) -> Vec<Cpu> {
    let mut taken = Vec::new();
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for cpu in cpus {
        if taken.contains(&cpu.core) {
            rest.push(*cpu);
        } else {
            taken.push(cpu.core);
            first.push(*cpu);
        }
    }
    first.append(&mut rest);
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_come_before_their_second_threads() {
        let cpu = |number, core| Cpu { number, core };
        let order = by_core(&[cpu(0, 0), cpu(1, 0), cpu(2, 2), cpu(3, 2)]);
        assert_eq!(order.iter().map(|cpu| cpu.number).collect::<Vec<_>>(), [0, 2, 1, 3]);
    }

    #[test]
    fn this_process_may_use_a_cpu() {
        assert!(!allowed().unwrap().is_empty());
    }
}
