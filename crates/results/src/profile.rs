//! Where the instructions of an operation are executed, function by function.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Function by function, the instructions of one benchmark's operations. All counts are those of
/// the operations' loop less those of the control's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// The platform's label.
    pub platform: String,
    /// The benchmark.
    pub benchmark: String,
    /// Operations, at least 1.
    pub n: u64,
    /// Ticks of all of them: the sum of all functions' own instructions, and `idle`. Of processors that execute side
    /// by side that sum alone.
    pub total: i64,
    /// Ticks in which no instruction was executed.
    pub idle: i64,
    /// Every function that executed an instruction, the greatest first.
    pub functions: Vec<Function>,
    /// Instructions by the functions on the stack, the outermost first.
    pub stacks: Vec<Stack>,
    /// How the guest is left on the way; absent where it is not, or not by an instruction of its own.
    #[serde(default)]
    pub left: Option<Left>,
    /// The way of one exit, the one of median length, from where the guest is left to where it goes
    /// on; empty where it is not left.
    pub way: Vec<Turn>,
    /// The exits of the guest's other CPUs that end from there on, before this one is left again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
    /// Every exit of the operations' loop, by where the guest is left and why, the places with most instructions
    /// first.
    #[serde(default)]
    pub exits: Vec<Exits>,
}

/// All exits that begin alike.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exits {
    /// How.
    pub left: Left,
    /// Instructions from where the guest is left to where it goes on, of each exit in turn.
    pub lengths: Vec<u64>,
}

/// An exit of another CPU.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// How it begins.
    pub left: Option<Left>,
    /// Its way.
    pub way: Vec<Turn>,
}

/// How the guest is left.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// The processor, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<u8>,
    /// Its part that is left, as [`Parts::NAMES`](crate::Parts::NAMES) calls it.
    pub world: String,
    /// Where the instruction stands that it had not completed, a virtual address.
    pub address: u64,
    /// The function that this is in; empty outside of the kernel's own.
    pub function: String,
    /// The instruction, as an assembler writes it; empty where it is not known.
    pub instruction: String,
    /// Why, as exits are counted: `io_in`, `npf` …
    pub reason: String,
}

/// A function on the way of an exit, indented under the one that has called it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// How many functions have not returned below it; 0 is the world.
    pub depth: u64,
    /// Its name.
    pub name: String,
    /// Its own instructions, all times together.
    pub own: u64,
    /// How often it follows there, with what it calls.
    pub times: u64,
}

/// A function.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// The processor, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<u8>,
    /// Who executes it, as [`Parts::NAMES`](crate::Parts::NAMES) calls the worlds.
    pub world: String,
    /// The program, library or module that it is in.
    pub module: String,
    /// Its name, or its address where there is no symbol.
    pub name: String,
    /// Its own instructions.
    pub own: i64,
    /// Its own and those of what it has called.
    pub inclusive: i64,
    /// How often it was begun.
    pub calls: i64,
}

/// Instructions of one stack of functions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack {
    /// The world, and names of functions, the outermost first.
    pub frames: Vec<String>,
    /// Instructions of the innermost function.
    pub own: i64,
}

/// How a function differs between two profiles, in instructions of one operation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// As [`Function::processor`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor: Option<u8>,
    /// As [`Function::world`].
    pub world: String,
    /// As [`Function::module`].
    pub module: String,
    /// As [`Function::name`].
    pub name: String,
    /// Its own instructions in the first profile; absent where it is not there.
    pub before: Option<f64>,
    /// Its own instructions in the second profile.
    pub after: Option<f64>,
    /// The second less the first.
    pub difference: f64,
}

/// A world as it is shown, on its processor where there are several.
pub fn place(processor: Option<u8>, world: &str) -> String {
    let world = world.replace('_', " ");
    processor.map(|number| format!("processor {number}: {world}")).unwrap_or(world)
}

impl Profile {
    /// `count` of this profile as a number an operation.
    pub fn per_operation(&self, count: i64) -> f64 {
        count as f64 / self.n as f64
    }

    /// What changed from this profile to `other`, the greatest first. All differences together
    /// are that of the costs, less that of idle times.
    pub fn changes(&self, other: &Self) -> Vec<Change> {
        type Key<'a> = (Option<u8>, &'a str, &'a str, &'a str);
        type Both = (Option<f64>, Option<f64>);
        fn key(one: &Function) -> Key<'_> {
            (one.processor, &one.world, &one.module, &one.name)
        }
        let mut functions = BTreeMap::<_, Both>::new();
        for one in &self.functions {
            functions.entry(key(one)).or_default().0 = Some(self.per_operation(one.own));
        }
        for one in &other.functions {
            functions.entry(key(one)).or_default().1 = Some(other.per_operation(one.own));
        }
        let change = |((processor, world, module, name), (before, after)): (Key, Both)| Change {
            processor,
            world: world.to_owned(),
            module: module.to_owned(),
            name: name.to_owned(),
            before,
            after,
            difference: after.unwrap_or_default() - before.unwrap_or_default(),
        };
        let mut changes: Vec<Change> = functions.into_iter().map(change).collect();
        changes.retain(|change| change.difference != 0.0);
        changes.sort_by(|a, b| b.difference.abs().total_cmp(&a.difference.abs()));
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(n: u64, functions: &[(&str, i64)]) -> Profile {
        let function = |&(name, own): &(&str, i64)| Function {
            name: name.to_owned(),
            own,
            ..Function::default()
        };
        let functions = functions.iter().map(function).collect();
        Profile { n, functions, ..Profile::default() }
    }

    #[test]
    fn changes_are_of_one_operation_and_sum_to_that_of_the_costs() {
        let before = profile(2, &[("same", 40), ("grown", 20), ("gone", 6)]);
        let after = profile(4, &[("same", 80), ("grown", 188), ("new", 4)]);
        let changes = before.changes(&after);
        let found: Vec<_> = changes.iter().map(|c| (c.name.as_str(), c.difference)).collect();
        assert_eq!(found, [("grown", 37.0), ("gone", -3.0), ("new", 1.0)]);
        assert_eq!((changes[1].before, changes[1].after), (Some(3.0), None));
        let sum: f64 = changes.iter().map(|change| change.difference).sum();
        assert!((sum - (272.0 / 4.0 - 66.0 / 2.0)).abs() < 1e-9, "{sum}");
    }
}
