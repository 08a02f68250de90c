//! From what a record says to what a result keeps: the only place that knows both, so that the
//! protocol and the results file can change apart.

use results::{
    Console, Cpu, Hello, Hypervisor, Idle, Latency, Memory, Panic, Plan, Reference, Sample, System,
    Timer, Window,
};

pub(super) fn hello(said: protocol::Hello) -> Hello {
    let protocol::Hello { kernel, arch, boot, cmdline } = said;
    Hello { kernel, arch, boot, cmdline }
}

pub(super) fn system(said: protocol::System) -> System {
    let protocol::System { name, release, clock, uses, up } = said;
    let uses = uses.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    System { name, release, clock, uses, up_ns: up, ..System::default() }
}

pub(super) fn cpu(said: protocol::Cpu) -> Cpu {
    let protocol::Cpu { vendor, model, family, model_id, stepping, count, found, irqchip } = said;
    Cpu { vendor, model, family, model_id, stepping, count, found, irqchip }
}

pub(super) fn hypervisor(said: protocol::Hypervisor) -> Hypervisor {
    let protocol::Hypervisor { name, signature, max_leaf, features } = said;
    Hypervisor { name, signature, max_leaf, features }
}

pub(super) fn timer(said: protocol::Timer) -> Timer {
    let protocol::Timer { hz, found, invariant } = said;
    Timer { hz, found, invariant }
}

pub(super) fn memory(protocol::Memory { total, cold }: protocol::Memory) -> Memory {
    Memory { total, cold }
}

pub(super) fn console(protocol::Console { kind, address }: protocol::Console) -> Console {
    Console { kind, address }
}

pub(super) fn idle(said: &protocol::Idle) -> Idle {
    let &protocol::Idle { min, median, max, fluctuation, step } = said;
    Idle { min, median, max, fluctuation, step }
}

pub(super) fn reference(protocol::Reference { rounds, ticks }: protocol::Reference) -> Reference {
    Reference { rounds, ticks }
}

pub(super) fn plan(protocol::Plan { n, batches, why, .. }: protocol::Plan) -> Plan {
    Plan { n, batches, why }
}

pub(super) fn sample(said: &protocol::Sample) -> Sample {
    let &protocol::Sample { i, run, control, before, after, run_mark, control_mark, .. } = said;
    Sample { i, run, control, before, after, run_mark, control_mark }
}

/// A window of a series with its first points, as many as there is room for; `None` where they are not
/// well formed.
pub(super) fn window(said: &protocol::Series, room: usize) -> Option<Window> {
    let mut points = said.points()?;
    points.truncate(room);
    let &protocol::Series { i, from, length, least, seen, .. } = said;
    Some(Window { i, from, length, least, seen, points })
}

/// Latencies, whose histogram follows.
pub(super) fn latency(said: &protocol::Latency) -> Latency {
    Latency::announced(said.count, [said.min, said.max], said.overhead)
}

pub(super) fn panic(protocol::Panic { what, registers }: protocol::Panic) -> Panic {
    Panic { what, registers }
}
