//! Where the instructions of an operation are executed: from the trace of two windows, the
//! operations' and the control's, to functions and stacks.

mod inlined;
mod names;
mod packed;
mod stacks;
mod symbols;
mod trace;
mod vmlinux;
mod way;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ground::Trouble;
use results::{Answer, Exits, Function, Left, Profile, Stack, Turn};

pub use packed::functions as xen_functions;
use stacks::{Code, EL2, HYPERVISOR as HYPERVISOR_WORLD, Walk};
pub use symbols::Symbols;
pub use trace::whole as whole_windows;
use trace::{Kind, Trace};

/// Names of the programs' archive and of the hypervisor below Linux, beside the trace.
pub(super) const PROGRAMS: &str = "programs";
/// That of the archive with what runs guests in QEMU's place.
pub(super) const MONITOR: &str = "monitor";
pub(super) const HYPERVISOR: &str = "hypervisor";

/// The two windows of a batch: their numbers and ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// The operations' window.
    pub run: (u64, u64),
    /// The control's.
    pub control: (u64, u64),
}

/// Makes a profile of `batches` of `n` operations of the trace in `folder`.
///
/// # Errors
/// When the trace is not whole.
pub fn profile(
    folder: &Path,
    symbols: &Symbols,
    batches: &[Batch],
    n: u64,
) -> Result<Profile, Trouble> {
    let broken = |why: String| {
        Trouble::unavailable(
            format!("there is no profile: {why}"),
            "profile again; a long operation needs fewer repetitions: --iterations 1",
        )
    };
    let trace = Trace::read(folder).map_err(broken)?;
    let above = symbols.above_el2(&call_targets(&trace, |world| world == EL2));
    let code = Code::new(&trace, symbols, &call_targets(&trace, |_| true), above);
    let windows = batches.iter().flat_map(|batch| [(batch.run.0, 1), (batch.control.0, -1)]);
    let signs: BTreeMap<u64, i64> = windows.collect();
    let mut walks = BTreeMap::<u8, Walk>::new();
    // The processor whose guest measures.
    let mut first = None;
    let last = signs.keys().copied().max().unwrap_or_default();
    let wanted = trace.windows().take_while(|(number, _)| *number <= last);
    let steps = wanted.flat_map(|(number, steps)| {
        let sign = signs.get(&number).copied().unwrap_or_default();
        steps.map(move |(exit, step)| (sign, exit, step))
    });
    for (at, (sign, exit, step)) in steps.enumerate() {
        let walk = walks.entry(step.processor);
        let walk = walk.or_insert_with(|| Walk::new(&code, step.processor));
        walk.take(exit.filter(|_| sign == 1), (at, step), sign);
        if sign == 1 && trace.block(step).world < HYPERVISOR_WORLD {
            first.get_or_insert(step.processor);
        }
    }
    if let Some(number) = signs.keys().find(|number| !trace.has(**number)) {
        return Err(broken(format!("the trace lacks window {number}, or it is too long")));
    }
    let are_several = walks.len() > 1;
    let (left, way, answers) = first.map(|first| ways(&walks, first)).unwrap_or_default();
    let mut exits: Vec<Exits> = walks.values().flat_map(Walk::exits).collect();
    exits.sort_by_key(|alike| Reverse(alike.lengths.iter().sum::<u64>()));
    let (functions, stacks): (Vec<_>, Vec<_>) = walks.into_values().map(Walk::finish).unzip();
    let (mut functions, mut stacks) = (functions.concat(), stacks.concat());
    functions.sort_by(|a, b| (b.own, &a.name).cmp(&(a.own, &b.name)));
    stacks.sort_by(|a, b| a.frames.cmp(&b.frames));
    let own: i64 = functions.iter().map(|function| function.own).sum();
    let cost = |batch: &Batch| batch.run.1.cast_signed() - batch.control.1.cast_signed();
    let ticks: i64 = batches.iter().map(cost).sum();
    // Side by side they execute more than it takes.
    let total = if are_several { ticks.max(own) } else { ticks };
    let idle = total - own;
    let n = n.saturating_mul(batches.len() as u64);
    let rest = Profile::default();
    Ok(Profile { n, total, idle, functions, stacks, left, way, answers, exits, ..rest })
}

/// How the exit of median length of processor `first` begins, its way, and the exits of the others that end
/// from there on, before it exits again.
fn ways(walks: &BTreeMap<u8, Walk>, first: u8) -> (Option<Left>, Vec<Turn>, Vec<Answer>) {
    let Some(median) = walks[&first].way.median() else { return Default::default() };
    let round = walks[&first].way.round(median);
    let mut answers = Vec::new();
    for (_, walk) in walks.iter().filter(|(processor, _)| **processor != first) {
        for exit in walk.way.ended(&round) {
            let (left, way) = walk.told(exit);
            answers.push((walk.way.round(exit).start, Answer { left, way }));
        }
    }
    answers.sort_by_key(|(start, _)| *start);
    let (left, way) = walks[&first].told(median);
    (left, way, answers.into_iter().map(|(_, answer)| answer).collect())
}

/// The addresses that are called in the worlds that `is_asked` for: where functions begin, also those without
/// symbols.
fn call_targets(trace: &Trace, is_asked: impl Fn(u8) -> bool) -> BTreeSet<u64> {
    let mut targets = BTreeSet::new();
    for (_, steps) in trace.windows() {
        let mut called = BTreeMap::new();
        for (_, step) in steps {
            let (block, called) = (trace.block(step), called.entry(step.processor).or_default());
            if *called == Some(block.world) && is_asked(block.world) {
                targets.insert(block.address(step.first));
            }
            *called = (block.kind(step.end - 1) == Kind::Call).then_some(block.world);
        }
    }
    targets
}

/// A function before it has been counted.
fn function(world: &str, module: &str, name: &str) -> Function {
    let [world, module, name] = [world, module, name].map(str::to_owned);
    Function { world, module, name, ..Function::default() }
}

/// Instructions of a stack.
fn stack(frames: Vec<String>, own: i64) -> Stack {
    Stack { frames, own }
}
