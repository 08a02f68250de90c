//! The way of one exit: which functions follow each other, from where the guest is left to where
//! it goes on, on one processor.

use std::ops::Range;

use results::Turn;

use super::trace;

/// Places in the tree of stacks, in the order in which the processor came through them.
#[derive(Debug, Default)]
pub(super) struct Way<'a> {
    /// Each with the instructions until the next.
    places: Vec<(usize, u64)>,
    exits: Vec<Exit<'a>>,
    /// Where the exit that lasts has begun.
    begun: Option<usize>,
    /// What has begun it.
    left: Option<&'a trace::Exit>,
    /// Its instructions so far, also in places that are not kept.
    counted: u64,
    /// The step that the processors are at.
    pub(super) step: usize,
    begun_at: usize,
}

/// From where the guest is left to where it goes on.
#[derive(Debug)]
struct Exit<'a> {
    left: Option<&'a trace::Exit>,
    places: Range<usize>,
    instructions: u64,
    /// From the first step outside of the guest to the one in which it goes on.
    steps: Range<usize>,
}

/// Places that are kept: enough for any exit.
const KEPT: usize = 1 << 22;

/// Lines that follow each other and are the same are folded up to this many at a time.
const FOLDED: usize = 8;

impl<'a> Way<'a> {
    /// The guest executes: an exit ends.
    pub(super) fn guest(&mut self) {
        if let Some(begun) = self.begun.take() {
            let places = begun..self.places.len();
            let instructions = std::mem::take(&mut self.counted);
            let (left, steps) = (self.left.take(), self.begun_at..self.step);
            self.exits.push(Exit { left, places, instructions, steps });
        }
    }

    /// The guest is left: one exit may follow another without an instruction between them.
    pub(super) fn leaves(&mut self, exit: Option<&'a trace::Exit>) {
        self.guest();
        self.left = exit;
    }

    /// `count` instructions are executed at `place`, outside of the guest.
    pub(super) fn outside(&mut self, place: usize, count: u64) {
        let end = self.places.len();
        let begun = *self.begun.get_or_insert_with(|| {
            self.begun_at = self.step;
            end
        });
        self.counted += count;
        match self.places.last_mut() {
            Some((last, counted)) if *last == place && begun < end => *counted += count,
            _ if end < KEPT => self.places.push((place, count)),
            _ => {}
        }
    }

    /// What began each exit, and how many instructions it lasted.
    pub(super) fn exits(&self) -> impl Iterator<Item = (Option<&'a trace::Exit>, u64)> {
        self.exits.iter().map(|exit| (exit.left, exit.instructions))
    }

    /// The exit of median length.
    pub(super) fn median(&self) -> Option<usize> {
        let mut exits: Vec<usize> = (0..self.exits.len()).collect();
        exits.sort_by_key(|exit| self.exits[*exit].instructions);
        exits.get(exits.len() / 2).copied()
    }

    /// The steps from where `exit` begins to where the next one does.
    pub(super) fn round(&self, exit: usize) -> Range<usize> {
        let next = self.exits.get(exit + 1).map_or(usize::MAX, |next| next.steps.start);
        self.exits[exit].steps.start..next
    }

    /// The exits that end in `steps`.
    pub(super) fn ended(&self, steps: &Range<usize>) -> Range<usize> {
        let until = |step| self.exits.partition_point(|exit| exit.steps.end < step);
        until(steps.start)..until(steps.end)
    }

    /// What began an exit, and its way, whose places have the names that `names` tells, the outermost first.
    pub(super) fn told(
        &self,
        exit: usize,
        names: impl Fn(usize) -> Vec<String>,
    ) -> (Option<&'a trace::Exit>, Vec<Turn>) {
        let exit = &self.exits[exit];
        let mut turns: Vec<Turn> = Vec::new();
        // The lines of the functions that have not returned.
        let mut open: Vec<usize> = Vec::new();
        for (place, count) in &self.places[exit.places.clone()] {
            let names = names(*place);
            let same =
                open.iter().zip(&names).take_while(|(line, name)| turns[**line].name == **name);
            let same = same.count();
            open.truncate(same);
            for name in &names[same..] {
                let depth = open.len() as u64;
                open.push(turns.len());
                turns.push(Turn { depth, name: name.clone(), own: 0, times: 1 });
            }
            if let Some(line) = open.last() {
                turns[*line].own += count;
            }
        }
        (exit.left, folded(turns))
    }
}

/// The same lines with repetitions told by a number.
fn folded(turns: Vec<Turn>) -> Vec<Turn> {
    let mut result: Vec<Turn> = Vec::new();
    for turn in turns {
        fold(&mut result, turn.depth);
        result.push(turn);
    }
    fold(&mut result, 0);
    result
}

/// Folds the last lines, as far as they are not above `depth`, where a line follows.
fn fold(turns: &mut Vec<Turn>, depth: u64) {
    while (1..=FOLDED.min(turns.len() / 2)).any(|length| fold_last(turns, length, depth)) {}
}

/// Folds the last `length` lines into those before, where they are the same and whole.
fn fold_last(turns: &mut Vec<Turn>, length: usize, above: u64) -> bool {
    let (first, second) = (turns.len() - 2 * length, turns.len() - length);
    let depth = turns[second].depth;
    let same = depth >= above
        && (0..length).all(|at| {
            let (one, other) = (&turns[first + at], &turns[second + at]);
            other.depth >= depth && one.depth == other.depth && one.name == other.name
        });
    if same {
        for at in 0..length {
            let (own, times) = (turns[second + at].own, turns[second + at].times);
            turns[first + at].own += own;
            turns[first + at].times += times;
        }
        turns.truncate(second);
    }
    same
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(place: usize) -> Vec<String> {
        let path = [&["a"][..], &["a", "b"], &["a", "c"]][place];
        path.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn one_exit_is_told_in_order_and_a_loop_once() {
        let mut way = Way::default();
        let exit = [(0, 5), (1, 2), (0, 1), (1, 2), (0, 1), (2, 9), (0, 3)];
        way.guest();
        for exit in [&exit[..1], &exit[..], &[exit.as_slice(), &exit].concat()] {
            way.step += 10;
            way.leaves(None);
            for (place, count) in exit {
                way.outside(*place, *count);
            }
            way.step += 10;
            way.guest();
        }
        let median = way.median().unwrap();
        assert_eq!((median, way.round(median), way.round(2)), (1, 30..50, 50..usize::MAX));
        assert_eq!(
            [way.ended(&(20..21)), way.ended(&(21..40)), way.ended(&(0..61))],
            [0..1, 1..1, 0..3]
        );
        let (_, turns) = way.told(median, names);
        let told: Vec<_> =
            turns.iter().map(|t| (t.depth, t.name.as_str(), t.own, t.times)).collect();
        assert_eq!(told, [(0, "a", 10, 1), (1, "b", 4, 2), (1, "c", 9, 1)]);
    }

    #[test]
    fn without_an_exit_there_is_no_way() {
        let mut way = Way::default();
        way.guest();
        assert_eq!(way.median(), None);
    }
}
