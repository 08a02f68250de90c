//! What a monitor tells Linux about a guest's memory.

use libc::{MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE, MADV_PAGEOUT, MADV_REMOVE};

use super::mapping::Mapping;
use super::range::Range;
use super::{Refusal, merging, pages};

/// `MADV_COLLAPSE`, of Linux 6.1.
const MADV_COLLAPSE: i32 = 25;

/// The kinds of advice, as guests name them.
const TAKE: u32 = 1;
const MAY_TAKE: u32 = 2;
const PUNCH: u32 = 3;
const COLLAPSE: u32 = 4;
const MERGE: u32 = 5;
const SWAP: u32 = 6;

/// Tells Linux `how` about all of `range`.
pub(super) fn give(range: &Range, how: u32) -> Result<(), Refusal> {
    let mapping = range.mapping();
    let given = match how {
        TAKE => mapping.advise(MADV_DONTNEED),
        MAY_TAKE => mapping.advise(MADV_FREE),
        PUNCH => mapping.advise(MADV_REMOVE),
        COLLAPSE => mapping.advise(MADV_HUGEPAGE).and_then(|()| mapping.advise(MADV_COLLAPSE)),
        MERGE => return merging::merge(mapping),
        SWAP => return swap_out(mapping),
        _ => return Err(format!("the monitor knows no advice {how}")),
    };
    given.map_err(|error| match how {
        COLLAPSE => format!("this host does not collapse pages, as Linux 6.1 does: {error}"),
        _ => format!("this host does not take the advice {how}: {error}"),
    })
}

/// Has all of `mapping` go to swap space.
fn swap_out(mapping: &Mapping) -> Result<(), Refusal> {
    let left = mapping.advise(MADV_PAGEOUT).and_then(|()| pages::present(mapping));
    match left.map_err(|error| format!("this host does not swap these pages: {error}"))? {
        0 => Ok(()),
        left => Err(format!("this host has no room to swap {left} pages: swapon --show")),
    }
}
