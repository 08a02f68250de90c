//! Follows calls and returns through a trace.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use results::{Exits, Function, Left, Parts, Stack, Turn};

use super::symbols::Symbols;
use super::trace::{Block, Exit, Kind, Step, Trace};
use super::way::Way;

/// Numbers of the plugin's worlds.
pub(super) const HYPERVISOR: u8 = 2;
const DEVICE_MODEL: u8 = 3;
pub(super) const EL2: u8 = 4;

/// A function on a stack that has called another.
struct Frame {
    /// Where it goes on.
    back: u64,
    /// Its place in the tree.
    node: Option<usize>,
    /// Whether it has called a place inside of itself, only to have an address on the stack.
    is_inner: bool,
}

/// A place in the tree of stacks.
struct Node {
    parent: Option<usize>,
    function: usize,
    own: i64,
}

/// What the last instruction did.
struct Last {
    kind: Kind,
    behind: u64,
    node: usize,
    /// The function, without those inside of it.
    function: usize,
    world: u8,
    stack: Key,
}

/// One of several stacks: a world's, and that of the kernel below programs.
type Key = u8;

/// A function's instructions in a block.
struct Part {
    /// The one behind them.
    end: u16,
    function: usize,
    /// The functions inside of it that they are of, the outermost first.
    inlined: Rc<[usize]>,
    /// Whether the function begins with the first of them.
    begins: bool,
}

impl Part {
    /// Whether the instruction of `next` is of the same functions.
    fn is_continued_by(&self, next: &Self) -> bool {
        self.function == next.function && self.inlined == next.inlined && !next.begins
    }
}

/// What the blocks of a trace are made of.
pub(super) struct Code<'a> {
    trace: &'a Trace,
    symbols: &'a Symbols,
    functions: Vec<Function>,
    parts: Vec<Vec<Part>>,
}

/// The way of one processor through it.
pub(super) struct Walk<'a> {
    code: &'a Code<'a>,
    /// Its number, if there are several.
    processor: Option<u8>,
    functions: Vec<Function>,
    nodes: Vec<Node>,
    children: HashMap<(Option<usize>, usize), usize>,
    stacks: HashMap<Key, Vec<Frame>>,
    last: Option<Last>,
    pub(super) way: Way<'a>,
}

impl<'a> Code<'a> {
    /// Of the blocks in `trace`; functions without symbols begin at the `targets` of calls, and those at EL2 have
    /// their symbols `above` where they run.
    pub(super) fn new(
        trace: &'a Trace,
        symbols: &'a Symbols,
        targets: &BTreeSet<u64>,
        above: u64,
    ) -> Self {
        let mut known = BTreeMap::new();
        let mut functions = Vec::new();
        let mut number = |world: u8, module: &str, name: &str| {
            let key = (world, module.to_owned(), name.to_owned());
            *known.entry(key).or_insert_with(|| {
                let world = Parts::NAMES[usize::from(world.min(EL2))];
                functions.push(super::function(world, module, name));
                functions.len() - 1
            })
        };
        let mut part = |block: &Block, index: u16| {
            let above = if block.world == EL2 { above } else { 0 };
            let address = block.address(index).wrapping_add(above);
            let place = symbols.find(block.world, address, targets);
            let function = number(block.world, &place.module, &place.name);
            let inlined = symbols.inlined(block.world, address).into_iter();
            let inlined = inlined
                .map(|name| number(block.world, &place.module, &format!("{name} (inlined)")));
            let begins = address == place.start;
            Part { end: index + 1, function, inlined: inlined.collect(), begins }
        };
        let parts = trace.blocks().iter().map(|block| {
            let mut parts: Vec<Part> = Vec::new();
            for index in 0..block.count() {
                let next = part(block, index);
                match parts.last_mut() {
                    Some(last) if last.is_continued_by(&next) => last.end = next.end,
                    _ => parts.push(next),
                }
            }
            parts
        });
        let parts = parts.collect();
        Self { trace, symbols, functions, parts }
    }
}

impl<'a> Walk<'a> {
    /// A processor's; its number is told where there are several.
    pub(super) fn new(code: &'a Code<'a>, processor: u8) -> Self {
        Self {
            code,
            processor: code.trace.has_several.then_some(processor),
            functions: code.functions.clone(),
            nodes: Vec::new(),
            children: HashMap::new(),
            stacks: HashMap::new(),
            last: None,
            way: Way::default(),
        }
    }

    /// Takes a step, number `at` of all, which counts `sign` times, and the `exit` before it.
    pub(super) fn take(&mut self, exit: Option<&'a Exit>, (at, step): (usize, Step), sign: i64) {
        let code = self.code;
        let block = code.trace.block(step);
        self.way.step = at;
        let key = key(block);
        self.arrive(step, block, key);
        if exit.is_some() {
            self.way.leaves(exit);
        }
        let mut from = step.first;
        let (mut node, mut function, mut start) = (0, 0, 0);
        for part in &code.parts[step.block as usize] {
            let end = part.end;
            let begin = std::mem::replace(&mut start, end);
            if end <= step.first || from >= step.end {
                continue;
            }
            function = part.function;
            if part.begins && begin >= step.first {
                self.functions[function].calls += sign;
            }
            node = self.node(key, function);
            for inside in part.inlined.iter() {
                node = self.child(Some(node), *inside);
            }
            let end = end.min(step.end);
            self.nodes[node].own += sign * i64::from(end - from);
            match (sign, block.world) {
                (1, HYPERVISOR..) => self.way.outside(node, u64::from(end - from)),
                (1, _) => self.way.guest(),
                _ => {}
            }
            from = end;
        }
        let last = step.end - 1;
        self.last = Some(Last {
            kind: block.kind(last),
            behind: block.behind(last),
            node,
            function,
            world: block.world,
            stack: key,
        });
    }

    /// Brings the stack `key` up to date with how the processor has come to a step of `block`.
    fn arrive(&mut self, step: Step, block: &Block, key: Key) {
        let Some(last) = self.last.take() else { return };
        let address = block.address(step.first);
        let parts = &self.code.parts[step.block as usize];
        let index = parts.partition_point(|part| part.end <= step.first);
        let Part { function, begins, .. } = parts[index];
        let begins = begins && index.checked_sub(1).map_or(0, |it| parts[it].end) == step.first;
        let is_inner = !begins && function == last.function;
        let stack = self.stacks.entry(key).or_default();
        if last.stack != key {
            // A program has called its kernel, or that EL2, which has nothing left to return to.
            let called = (last.world, block.world);
            if matches!(called, (DEVICE_MODEL, HYPERVISOR | EL2) | (HYPERVISOR, EL2)) {
                stack.clear();
            }
            return;
        }
        match last.kind {
            Kind::Call => {
                let caller = stack.last().and_then(|frame| frame.node);
                let node = if is_inner { caller } else { Some(last.node) };
                stack.push(Frame { back: last.behind, node, is_inner });
            }
            Kind::Return => {
                match stack.iter().rposition(|frame| frame.back == address) {
                    Some(back) => stack.truncate(back),
                    // A thunk has called a function through such an address.
                    None if begins => {
                        let inner = stack.iter().rposition(|frame| frame.is_inner);
                        stack.truncate(inner.unwrap_or(stack.len()));
                    }
                    None => stack.clear(),
                }
            }
            Kind::Plain => {}
        }
    }

    /// The place of `function` on top of the stack `key`.
    fn node(&mut self, key: Key, function: usize) -> usize {
        let parent = self.stacks.get(&key).and_then(|stack| stack.last()?.node);
        self.child(parent, function)
    }

    /// The place of `function` above `parent`.
    fn child(&mut self, parent: Option<usize>, function: usize) -> usize {
        *self.children.entry((parent, function)).or_insert_with(|| {
            self.nodes.push(Node { parent, function, own: 0 });
            self.nodes.len() - 1
        })
    }

    /// The functions on the stack at a place of the tree, the innermost first.
    fn path(&self, node: usize) -> impl Iterator<Item = usize> {
        let place = |node: usize| &self.nodes[node];
        std::iter::successors(Some(node), move |node| place(*node).parent)
            .map(move |node| place(node).function)
    }

    /// The world at a place of the tree, and the names of the functions, the outermost first.
    fn names(&self, node: usize) -> Vec<String> {
        let world = &self.functions[self.nodes[node].function].world;
        let mut names: Vec<String> =
            self.path(node).map(|function| self.functions[function].name.clone()).collect();
        names.push(results::place(self.processor, world));
        names.reverse();
        names
    }

    /// Where the guest has been left, in its world.
    fn left_at(&self, exit: &Exit) -> Option<(u8, u64)> {
        self.code.trace.left_at(exit).filter(|(world, _)| *world < HYPERVISOR)
    }

    /// How the guest has been left.
    fn left(&self, exit: &Exit) -> Option<Left> {
        let (world, address) = self.left_at(exit)?;
        let place = self.code.symbols.find(world, address, &BTreeSet::new());
        let function = if place.module.is_empty() { String::new() } else { place.name };
        let world = Parts::NAMES[usize::from(world)].to_owned();
        let (reason, processor) = (exit.reason.clone(), self.processor);
        Some(Left { processor, world, address, function, reason, ..Left::default() })
    }

    /// Every exit, by how it begins.
    pub(super) fn exits(&self) -> Vec<Exits> {
        let mut exits = BTreeMap::<_, Exits>::new();
        for (exit, length) in self.way.exits() {
            let place = exit.and_then(|exit| self.left_at(exit));
            let reason = exit.map_or("", |exit| &exit.reason);
            let alike = exits.entry((place, reason)).or_insert_with(|| Exits {
                left: exit.and_then(|exit| self.left(exit)).unwrap_or_else(|| Left {
                    processor: self.processor,
                    reason: reason.to_owned(),
                    ..Left::default()
                }),
                lengths: Vec::new(),
            });
            alike.lengths.push(length);
        }
        exits.into_values().collect()
    }

    /// How an exit begins, and its way.
    pub(super) fn told(&self, exit: usize) -> (Option<Left>, Vec<Turn>) {
        let (exit, way) = self.way.told(exit, |node| self.names(node));
        (exit.and_then(|exit| self.left(exit)), way)
    }

    /// All functions and stacks.
    pub(super) fn finish(mut self) -> (Vec<Function>, Vec<Stack>) {
        let mut stacks = Vec::new();
        for node in 0..self.nodes.len() {
            let Node { own, function, .. } = self.nodes[node];
            if own == 0 {
                continue;
            }
            stacks.push(super::stack(self.names(node), own));
            self.functions[function].own += own;
            let on_it: BTreeSet<usize> = self.path(node).collect();
            for function in on_it {
                self.functions[function].inclusive += own;
            }
        }
        let mut functions = self.functions;
        functions.retain(|function| function.own != 0 || function.calls != 0);
        for function in &mut functions {
            function.processor = self.processor;
        }
        (functions, stacks)
    }
}

/// The stack on which a block runs.
fn key(block: &Block) -> Key {
    match block.world {
        DEVICE_MODEL => DEVICE_MODEL + u8::from(block.start >> 63 == 1),
        HYPERVISOR => HYPERVISOR,
        EL2 => DEVICE_MODEL + 2,
        _ => 0,
    }
}
