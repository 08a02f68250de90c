//! Gives threads their CPUs.

use rustix::thread::{CpuSet, sched_setaffinity};

use super::placement::conflicts;
use super::topology::{Cpu, allowed, by_core};
use super::{Pinning, Role};
use crate::timing::ThreadId;
use results::{Pinned, Placement};

/// A thread and what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// What it does.
    pub role: Role,
    /// The thread. Several virtual CPUs may have the same one.
    pub thread: ThreadId,
}

/// The tasks in the order in which they get their CPUs: the one that is measured, the one that
/// measures, the others. `vcpus` are the virtual CPUs' numbers and threads.
pub fn in_order(
    vcpus: impl IntoIterator<Item = (u32, ThreadId)>,
    timing: Option<ThreadId>,
) -> Vec<Task> {
    let task = |(number, thread)| Task { role: Role::Vcpu(number), thread };
    let mut tasks: Vec<Task> = vcpus.into_iter().map(task).collect();
    let place = tasks.len().min(1);
    tasks.splice(place..place, timing.map(|thread| Task { role: Role::Timing, thread }));
    tasks
}

/// Pins `tasks` as `pinning` says, the first task to the first CPU and so on.
///
/// The first task is the one that is measured: when there are fewer CPUs than tasks, the
/// others share what is left and it keeps its CPU to itself.
pub fn pin(pinning: &Pinning, tasks: &[Task]) -> Placement {
    let mut placement = Placement { asked: pinning.to_string(), ..Placement::default() };
    let cpus = match cpus(pinning) {
        Ok(cpus) if !cpus.is_empty() => cpus,
        Ok(_) => return placement,
        Err(error) => return Placement::failed(pinning, &error),
    };
    let places = assign(tasks, &cpus);
    for (task, cpu) in tasks.iter().zip(&places) {
        let result = sched_setaffinity(Some(task.thread), &only(cpu.number));
        let pinned = result.is_ok().then_some(cpu.number);
        placement.threads.push(Pinned { role: task.role.to_string(), cpu: pinned });
        if let Err(error) = result {
            let what = format!("{} could not be pinned to CPU {}: {error}", task.role, cpu.number);
            placement.remarks.push(what);
        }
    }
    let roles = tasks.iter().map(|task| task.role);
    placement.remarks.extend(conflicts(&roles.zip(places).collect::<Vec<_>>()));
    placement
}

/// Reads `--pin` and checks that this process may use the CPUs named.
///
/// # Errors
/// Says what is wrong with `text`.
pub fn asked_for(text: &str) -> Result<Pinning, String> {
    let pinning: Pinning = text.parse()?;
    if let Pinning::List(list) = &pinning {
        let allowed = allowed().map_err(|error| error.to_string())?;
        let known = |cpu: &usize| allowed.iter().any(|known| known.number == *cpu);
        if let Some(cpu) = list.0.iter().find(|cpu| !known(cpu)) {
            let numbers: Vec<_> = allowed.iter().map(|cpu| cpu.number.to_string()).collect();
            let usable = numbers.join(",");
            return Err(format!("CPU {cpu} cannot be used here; those that can are {usable}"));
        }
    }
    Ok(pinning)
}

/// The CPUs to give out, in this order.
fn cpus(pinning: &Pinning) -> std::io::Result<Vec<Cpu>> {
    let allowed = allowed()?;
    Ok(match pinning {
        Pinning::None => Vec::new(),
        Pinning::Auto => by_core(&allowed),
        Pinning::List(list) => {
            let find = |number: &usize| allowed.iter().find(|cpu| cpu.number == *number);
            list.0.iter().filter_map(find).copied().collect()
        }
    })
}

/// A CPU for each task; `cpus` has at least one.
fn assign(tasks: &[Task], cpus: &[Cpu]) -> Vec<Cpu> {
    let others = if cpus.len() > 1 { &cpus[1..] } else { cpus };
    let mut free = others.iter().cycle();
    let mut places: Vec<Cpu> = Vec::new();
    for (index, task) in tasks.iter().enumerate() {
        let same = tasks[..index].iter().position(|earlier| earlier.thread == task.thread);
        let place = match (index, same) {
            (0, _) => cpus[0],
            (_, Some(earlier)) => places[earlier],
            (_, None) => *free.next().expect("a cycle over something never ends"),
        };
        places.push(place);
    }
    places
}

fn only(cpu: usize) -> CpuSet {
    let mut set = CpuSet::new();
    set.set(cpu);
    set
}

#[cfg(test)]
mod tests {
    use rustix::thread::{gettid, sched_getaffinity};

    use super::*;

    fn places(threads: &[i32], cpus: usize) -> Vec<usize> {
        let task = |thread: &i32| Task {
            role: Role::Timing,
            thread: ThreadId::from_raw(*thread).unwrap(),
        };
        let tasks: Vec<_> = threads.iter().map(task).collect();
        let cpus: Vec<_> =
            (0..cpus).map(|number| Cpu { number, core: number, capacity: 0 }).collect();
        assign(&tasks, &cpus).iter().map(|cpu| cpu.number).collect()
    }

    #[test]
    fn the_timing_thread_comes_second() {
        let thread = |raw| ThreadId::from_raw(raw).unwrap();
        let roles = |timing| -> Vec<_> {
            let vcpus = (0..3).map(|number| (number, thread(100)));
            in_order(vcpus, timing).iter().map(|task| task.role.to_string()).collect()
        };
        assert_eq!(roles(None), ["vCPU 0", "vCPU 1", "vCPU 2"]);
        assert_eq!(roles(Some(thread(7))), ["vCPU 0", "the timing thread", "vCPU 1", "vCPU 2"]);
    }

    #[test]
    fn the_first_task_keeps_its_cpu_to_itself_as_long_as_there_are_two() {
        assert_eq!(places(&[11, 12, 13], 4), [0, 1, 2]);
        assert_eq!(places(&[11, 12, 13, 14], 3), [0, 1, 2, 1]);
        assert_eq!(places(&[11, 12, 13], 2), [0, 1, 1]);
        assert_eq!(places(&[11, 12], 1), [0, 0]);
    }

    #[test]
    fn a_thread_of_several_virtual_cpus_has_one_place() {
        assert_eq!(places(&[11, 12, 11, 13], 4), [0, 1, 0, 2]);
    }

    #[test]
    fn a_thread_is_where_it_was_pinned_to() {
        let task = Task { role: Role::Vcpu(0), thread: gettid() };
        let placement = pin(&Pinning::Auto, &[task]);
        let cpu = placement.threads[0].cpu.expect("a thread may pin itself");
        let set = sched_getaffinity(None).unwrap();
        assert!(set.is_set(cpu) && set.count() == 1);
        assert_eq!(pin(&Pinning::None, &[task]).threads, []);
    }

    #[test]
    fn a_cpu_that_is_not_there_is_refused_with_those_that_are() {
        assert!(asked_for("8191").unwrap_err().contains("those that can are"));
        assert_eq!(asked_for("auto"), Ok(Pinning::Auto));
    }
}
