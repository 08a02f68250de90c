//! Where the instructions of an operation are executed: from the trace of two windows, the
//! operations' and the control's, to functions and stacks.

mod inlined;
mod packed;
mod stacks;
mod symbols;
mod trace;
mod way;

use std::collections::BTreeSet;
use std::path::Path;

use ground::Trouble;
use results::{Function, Profile, Stack};

pub use packed::functions as xen_functions;
use stacks::{EL2, Walk};
pub use symbols::Symbols;
use trace::{Kind, Trace};

/// Names of the programs' archive and of the hypervisor below Linux, beside the trace.
pub(super) const PROGRAMS: &str = "programs";
pub(super) const HYPERVISOR: &str = "hypervisor";

/// The two windows of a batch: their numbers and ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// The operations' window.
    pub run: (u64, u64),
    /// The control's.
    pub control: (u64, u64),
}

/// Makes a profile of `n` operations, measured in `batch`, of the trace in `folder`.
///
/// # Errors
/// When the trace is not whole.
pub fn profile(folder: &Path, symbols: &Symbols, batch: Batch, n: u64) -> Result<Profile, Trouble> {
    let broken = |why: String| {
        Trouble::unavailable(
            format!("there is no profile: {why}"),
            "profile again; a long operation needs fewer repetitions: --iterations 1",
        )
    };
    let trace = Trace::read(folder).map_err(broken)?;
    let above = symbols.above_el2(&call_targets(&trace, |world| world == EL2));
    let mut walk = Walk::new(&trace, symbols, &call_targets(&trace, |_| true), above);
    let last = batch.run.0.max(batch.control.0);
    for (number, steps) in trace.windows().take_while(|(number, _)| *number <= last) {
        let sign = match number {
            of if of == batch.run.0 => 1,
            of if of == batch.control.0 => -1,
            _ => 0,
        };
        for (exit, step) in steps {
            walk.take(exit.filter(|_| sign == 1), step, sign);
        }
    }
    let missing = |number: &u64| !trace.has(*number);
    if let Some(number) = [batch.run.0, batch.control.0].iter().find(|number| missing(number)) {
        return Err(broken(format!("the trace lacks window {number}, or it is too long")));
    }
    let (functions, stacks, left, way) = walk.finish();
    let own: i64 = functions.iter().map(|function| function.own).sum();
    let total = batch.run.1.cast_signed() - batch.control.1.cast_signed();
    Ok(Profile { n, total, idle: total - own, functions, stacks, left, way, ..Profile::default() })
}

/// The addresses that are called in the worlds that `is_asked` for: where functions begin, also those without
/// symbols.
fn call_targets(trace: &Trace, is_asked: impl Fn(u8) -> bool) -> BTreeSet<u64> {
    let mut targets = BTreeSet::new();
    for (_, steps) in trace.windows() {
        let mut called = None;
        for (_, step) in steps {
            let block = trace.block(step);
            if called == Some(block.world) && is_asked(block.world) {
                targets.insert(block.address(step.first));
            }
            called = (block.kind(step.end - 1) == Kind::Call).then_some(block.world);
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
