//! The trace that what counts in an emulator makes (`counting/trace.h`).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

/// A block of instructions that are executed one after the other.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) start: u64,
    /// Who executes it: a number of `counts.h`'s worlds.
    pub(super) world: u8,
    /// Of each instruction, the address behind it, from the start, and what it does.
    instructions: Vec<(u16, Kind)>,
}

/// What an instruction does to the stack of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    Call,
    Return,
}

/// A part of a block that was executed: instructions `first` to before `end`, at least one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) block: u32,
    pub(super) processor: u8,
    pub(super) first: u16,
    pub(super) end: u16,
}

/// The guest was left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Exit {
    /// The processor goes on with this step or a later one.
    step: usize,
    processor: u8,
    /// The block with the instruction that the guest had not completed.
    block: u32,
    /// This instruction's number in the block.
    instruction: u16,
    /// A word of the plugin's.
    pub(super) reason: String,
}

#[derive(Debug)]
pub(super) struct Trace {
    blocks: Vec<Block>,
    steps: Vec<u8>,
    exits: Vec<Exit>,
    /// Whether several processors have had turns.
    pub(super) has_several: bool,
    windows: BTreeMap<u64, Range<usize>>,
}

/// Bytes of a step.
const STEP: usize = 8;

/// In the log where there is more than one processor.
const OTHER: &str = " cpu1_";

impl Block {
    /// Where instruction `index` is.
    pub(super) fn address(&self, index: u16) -> u64 {
        let before = usize::from(index).checked_sub(1).and_then(|i| self.instructions.get(i));
        self.start.wrapping_add(before.map_or(0, |(end, _)| u64::from(*end)))
    }

    /// Where the instruction behind `index` is.
    pub(super) fn behind(&self, index: u16) -> u64 {
        self.address(index.saturating_add(1))
    }

    pub(super) fn kind(&self, index: u16) -> Kind {
        self.instructions.get(usize::from(index)).map_or(Kind::Plain, |(_, kind)| *kind)
    }

    /// How many instructions.
    pub(super) fn count(&self) -> u16 {
        u16::try_from(self.instructions.len()).unwrap_or(u16::MAX)
    }
}

impl Trace {
    /// Reads the trace in `folder`; says what is wrong with it.
    pub(super) fn read(folder: &Path) -> Result<Self, String> {
        let file = |name: &str| {
            let path = folder.join(name);
            system::input::read(&path)
                .map_err(|error| format!("{} is lost: {error}", path.display()))
        };
        let (blocks, steps, log) = (file("blocks")?, file("steps")?, file("windows")?);
        let exits = file("exits")?;
        let blocks = parse_blocks(&blocks).ok_or("its blocks are cut off")?;
        let log = String::from_utf8_lossy(&log);
        let windows = log.lines().filter_map(window).collect();
        let exits = String::from_utf8_lossy(&exits).lines().map_while(exit).collect();
        let has_several = log.contains(OTHER);
        let trace = Self { blocks, steps, exits, has_several, windows };
        let known = trace.blocks.len();
        let whole = |step: Step| {
            step.first < step.end
                && trace.blocks.get(step.block as usize).is_some_and(|b| step.end <= b.count())
        };
        let mut steps = trace.steps.chunks_exact(STEP).map(parse_step);
        if !steps.all(whole) {
            return Err(format!("a step is of none of its {known} blocks"));
        }
        Ok(trace)
    }

    /// Whether all of a window is there.
    pub(super) fn has(&self, number: u64) -> bool {
        self.windows.get(&number).is_some_and(|range| self.bytes(range).is_some())
    }

    /// The windows, by number, with their steps and the exits before these.
    pub(super) fn windows(
        &self,
    ) -> impl Iterator<Item = (u64, impl Iterator<Item = (Option<&Exit>, Step)>)> {
        let whole =
            self.windows.iter().filter_map(|(n, range)| Some((*n, range, self.bytes(range)?)));
        whole.map(move |(number, range, bytes)| {
            let before = self.exits.partition_point(|exit| exit.step < range.start);
            let mut exits = self.exits[before..].iter().peekable();
            let steps = bytes.chunks_exact(STEP).map(parse_step).zip(range.start..);
            let mut pending = BTreeMap::new();
            let steps = steps.map(move |(step, at)| {
                while let Some(exit) = exits.next_if(|exit| exit.step == at) {
                    pending.insert(exit.processor, exit);
                }
                (pending.remove(&step.processor), step)
            });
            (number, steps)
        })
    }

    /// The block of a step.
    pub(super) fn block(&self, step: Step) -> &Block {
        &self.blocks[step.block as usize]
    }

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The address of the instruction that the guest had not completed, and its world.
    pub(super) fn left_at(&self, exit: &Exit) -> Option<(u8, u64)> {
        let block = self.blocks.get(exit.block as usize)?;
        Some((block.world, block.address(exit.instruction)))
    }

    fn bytes(&self, steps: &Range<usize>) -> Option<&[u8]> {
        self.steps.get(steps.start.checked_mul(STEP)?..steps.end.checked_mul(STEP)?)
    }
}

/// The numbers of the windows that the trace in `folder` has whole: beyond what a trace may take there is no step.
pub fn whole(folder: &Path) -> BTreeSet<u64> {
    let log = system::input::read(folder.join("windows")).unwrap_or_default();
    let steps = std::fs::metadata(folder.join("steps")).map_or(0, |file| file.len());
    let kept = usize::try_from(steps).unwrap_or(usize::MAX) / STEP;
    let windows = String::from_utf8_lossy(&log);
    let windows = windows.lines().filter_map(window).filter(|(_, range)| range.end <= kept);
    windows.map(|(number, _)| number).collect()
}

/// A line of the log that tells where a window's steps are.
fn window(line: &str) -> Option<(u64, Range<usize>)> {
    let mut words = line.strip_prefix("trace ")?.split(' ');
    let number = words.next()?.parse().ok()?;
    let (first, end) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some((number, first..end))
}

/// A line that tells an exit.
fn exit(line: &str) -> Option<Exit> {
    let mut words = line.split(' ');
    let step = words.next()?.parse().ok()?;
    let (block, instruction) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let processor = words.next()?.parse().ok()?;
    Some(Exit { step, processor, block, instruction, reason: words.next()?.to_owned() })
}

fn parse_step(bytes: &[u8]) -> Step {
    let two = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let block = u32::from(two(0)) | u32::from(bytes[2]) << 16;
    Step { block, processor: bytes[3], first: two(4), end: two(6) }
}

fn parse_blocks(mut bytes: &[u8]) -> Option<Vec<Block>> {
    let mut blocks = Vec::new();
    while !bytes.is_empty() {
        let (start, rest) = bytes.split_first_chunk()?;
        let ([low, high, world, _], rest) = rest.split_first_chunk::<4>()?;
        let count = usize::from(u16::from_le_bytes([*low, *high]));
        let (instructions, rest) = rest.split_at_checked(4 * count)?;
        let instruction = |it: &[u8]| {
            let kind = match it[3] {
                1 => Kind::Call,
                2 => Kind::Return,
                _ => Kind::Plain,
            };
            (u16::from_le_bytes([it[0], it[1]]), kind)
        };
        blocks.push(Block {
            start: u64::from_le_bytes(*start),
            world: *world,
            instructions: instructions.chunks_exact(4).map(instruction).collect(),
        });
        bytes = rest;
    }
    Some(blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with a trace in which the guest is left once, at the call.
    fn write(blocks: &[u8], steps: &[u8], log: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let files =
            [("blocks", blocks), ("steps", steps), ("windows", log.as_bytes()), ("exits", EXIT)];
        for (name, content) in files {
            std::fs::write(folder.path().join(name), content).unwrap();
        }
        folder
    }

    const EXIT: &[u8] = b"1 0 1 1 cpuid\n";

    /// A block of two instructions at 0x1000, the second of which is a call.
    fn block() -> Vec<u8> {
        let mut bytes = 0x1000_u64.to_le_bytes().to_vec();
        bytes.extend([2, 0, 2, 0, 3, 0, 0, 0, 8, 0, 0, 1]);
        bytes
    }

    #[test]
    fn addresses_go_round_at_their_end() {
        let mut block = block();
        block[..8].copy_from_slice(&u64::MAX.to_le_bytes());
        let folder = write(&block, &[], "");
        let trace = Trace::read(folder.path()).unwrap();
        assert_eq!(trace.blocks[0].behind(0), 2);
        assert_eq!(trace.blocks[0].behind(u16::MAX), u64::MAX);
    }

    #[test]
    fn windows_have_the_steps_that_the_log_gives_them() {
        let other = [0, 0, 0, 1, 1, 0, 2, 0];
        let steps = [[0, 0, 0, 0, 0, 0, 2, 0], [0, 0, 0, 0, 1, 0, 2, 0], other, other].concat();
        let log = "window 1 a=1 cpu1_a=1\ntrace 1 0 1\ntrace 2 1 4\ntrace 3 4 9\n";
        let folder = write(&block(), &steps, log);
        let trace = Trace::read(folder.path()).unwrap();
        assert_eq!(whole(folder.path()), BTreeSet::from([1, 2]));
        assert!(trace.has(2) && !trace.has(3) && !trace.has(4) && trace.has_several);
        let all: Vec<_> = trace
            .windows()
            .map(|(n, steps)| (n, steps.map(|(exit, s)| (exit, s.processor)).collect::<Vec<_>>()))
            .collect();
        let reason = "cpuid".to_owned();
        let exit = Exit { step: 1, processor: 1, block: 0, instruction: 1, reason };
        assert_eq!(trace.left_at(&exit), Some((2, 0x1003)));
        let second = vec![(None, 0), (Some(&exit), 1), (None, 1)];
        assert_eq!(all, [(1, vec![(None, 0)]), (2, second)], "the processor that was left goes on");
        let block = &trace.blocks()[0];
        assert_eq!((block.address(1), block.behind(1), block.world), (0x1003, 0x1008, 2));
        assert_eq!((block.kind(0), block.kind(1)), (Kind::Plain, Kind::Call));
    }

    #[test]
    fn a_damaged_trace_is_told() {
        let read = |blocks: &[u8], steps: &[u8]| Trace::read(write(blocks, steps, "").path());
        assert!(read(&block()[..17], &[]).unwrap_err().contains("cut off"));
        assert!(read(&block(), &[1, 0, 0, 0, 0, 0, 1, 0]).unwrap_err().contains("none of its 1"));
        assert!(read(&block(), &[0, 0, 0, 0, 1, 0, 1, 0]).is_err(), "no instruction");
        assert!(read(&block(), &[0, 0, 0, 0, 1, 0, 3, 0]).is_err(), "too many");
        assert!(Trace::read(Path::new("/none")).unwrap_err().contains("lost"));
    }
}
