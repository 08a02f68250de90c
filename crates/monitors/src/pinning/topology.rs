//! The CPUs that the tool may use, which of them are two faces of one core, and which are as fast as others.

use std::cmp::Reverse;
use std::io;

use rustix::thread::{CpuSet, sched_getaffinity};

use super::CpuList;

/// A CPU and its core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cpu {
    pub(super) number: usize,
    /// The lowest-numbered CPU of the same core; its own number where that is unknown.
    pub(super) core: usize,
    /// How fast it is beside the machine's fastest, of 1,024; 0 where the kernel has no such number, as all are
    /// of one kind.
    pub(super) capacity: u32,
}

/// The CPUs that the operating system lets this process use, ascending.
pub(super) fn allowed() -> io::Result<Vec<Cpu>> {
    let set = sched_getaffinity(None)?;
    let numbers = (0..CpuSet::MAX_CPU).filter(|cpu| set.is_set(*cpu));
    let cpu = |number| Cpu { number, core: core(number), capacity: capacity(number) };
    Ok(numbers.map(cpu).collect())
}

/// Linux, Documentation/scheduler/sched-capacity.rst.
fn capacity(cpu: usize) -> u32 {
    let path = format!("/sys/devices/system/cpu/cpu{cpu}/cpu_capacity");
    let text = system::input::read_text(path).unwrap_or_default();
    text.trim().parse().unwrap_or_default()
}

fn core(cpu: usize) -> usize {
    let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
    let siblings = system::input::read_text(path).ok();
    let siblings: Option<CpuList> = siblings.and_then(|text| text.trim().parse().ok());
    siblings.and_then(|list| list.0.into_iter().min()).unwrap_or(cpu)
}

/// The CPUs in the order in which they are given out: one of each core first, the fastest kind's before others.
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
    for part in [&mut first, &mut rest] {
        part.sort_by_key(|cpu| Reverse(cpu.capacity));
    }
    first.append(&mut rest);
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_come_before_their_second_threads() {
        let cpu = |number, core| Cpu { number, core, capacity: 0 };
        assert_eq!(order(&[cpu(0, 0), cpu(1, 0), cpu(2, 2), cpu(3, 2)]), [0, 2, 1, 3]);
    }

    #[test]
    fn the_fastest_come_first_and_those_of_a_kind_in_their_order() {
        let cpu = |number, capacity| Cpu { number, core: number, capacity };
        assert_eq!(order(&[cpu(0, 446), cpu(1, 1024), cpu(2, 446), cpu(3, 1024)]), [1, 3, 0, 2]);
    }

    fn order(cpus: &[Cpu]) -> Vec<usize> {
        by_core(cpus).iter().map(|cpu| cpu.number).collect()
    }

    #[test]
    fn this_process_may_use_a_cpu() {
        assert!(!allowed().unwrap().is_empty());
    }
}
