//! Linux's (scripts/kallsyms.c).
//!
//! The table's parts follow each other, aligned to eight bytes: how many symbols there are, their names, where every
//! 256th name is, the strings, and where each of these is. Signed offsets and behind them what they are counted from are
//! in front of these, and since 6.4 behind them.

use super::{
    MOST, STRINGS, WORD, found, function, packed_names, quad, strings_at, strings_before, word,
};

/// To what all is aligned.
const LINUX: usize = 8;

/// To what the begin of one that may lie anywhere is aligned, and how far behind its code may begin.
const ALIGNED: u64 = 64 << 10;

/// Farther before the strings than any Linux has its names.
const FARTHEST: usize = 16 << 20;

/// Addresses and names of the functions in an unpacked `image` of a Linux; none where its table of symbols
/// is not found.
pub(in crate::profile) fn of_linux(image: &[u8]) -> Vec<(u64, String)> {
    found(image, |digits| read(image, digits))
}

/// Reads the table whose strings for the digits are at `digits`.
fn read(image: &[u8], digits: usize) -> Option<Vec<(u64, String)>> {
    let start = strings_before(image, digits, usize::from(b'0'))?;
    let strings = strings_at(image, start)?;
    let end = start + strings.iter().map(|it| it.len() + 1).sum::<usize>();
    let (count, packed, head) = names(image, start)?;
    let size = (WORD * count).next_multiple_of(LINUX);
    let behind = end.next_multiple_of(LINUX) + 2 * STRINGS;
    let before = head.checked_sub(LINUX + size);
    let (offsets, base) = before.into_iter().chain([behind]).find_map(|offsets| {
        let base = match quad(image, offsets + size)? {
            0 => relocated(image, offsets + size)?,
            base => base,
        };
        (base >> 48 == 0xffff).then_some((offsets, base))
    })?;
    let offset = |index: usize| Some(word(image, offsets + WORD * index)?.cast_signed());
    // With some below 0 the others are addresses themselves, of data for each CPU.
    let is_signed = (0..count).any(|index| offset(index).is_some_and(|it| it < 0));
    let place = |index| {
        let offset = offset(index)?;
        match (is_signed, offset < 0) {
            (true, true) => Some(base.wrapping_add(u64::from(!offset.cast_unsigned()))),
            (true, false) => None,
            (false, _) => Some(base.wrapping_add(u64::from(offset.cast_unsigned()))),
        }
    };
    let named = packed
        .iter()
        .enumerate()
        .filter_map(|(index, name)| Some((place(index)?, function(name, &strings, b"tw")?)));
    Some(named.collect())
}

/// What a Linux that may lie anywhere writes to `place` of its image when it starts: an address near its own begin,
/// which tells that place from all others (ELF's relative relocations with an addend, of the architecture where
/// kernels are not linked to an address).
fn relocated(image: &[u8], place: usize) -> Option<u64> {
    const RELATIVE: u64 = 1027;
    let kind = RELATIVE.to_le_bytes();
    memchr::memmem::find_iter(image, &kind).find_map(|at| {
        let (to, base) = (quad(image, at.checked_sub(8)?)?, quad(image, at + 8)?);
        let begin = to.wrapping_sub(place as u64);
        let is_there = begin % ALIGNED == 0 && base.wrapping_sub(begin) <= ALIGNED;
        (begin != 0 && is_there).then_some(base)
    })
}

/// How many names there are before the strings at `start`, the names, and where their count is. Since 6.2, and in older
/// ones that were updated, three bytes for each are between the markers and the strings.
fn names(image: &[u8], start: usize) -> Option<(usize, Vec<&[u8]>, usize)> {
    let mut heads =
        (start.saturating_sub(FARTHEST)..start).rev().filter(|at| at % LINUX == start % LINUX);
    heads.find_map(|head| {
        let count = usize::try_from(word(image, head)?).ok()?;
        if word(image, head + WORD)? != 0 || !(STRINGS..=MOST).contains(&count) {
            return None;
        }
        [0, 3 * count].into_iter().find_map(|between| {
            let markers = count.div_ceil(STRINGS);
            let behind = start.checked_sub(between.next_multiple_of(LINUX))?;
            let first = behind.checked_sub((WORD * markers).next_multiple_of(LINUX))?;
            let names = image.get(head + LINUX..first)?;
            let markers = (0..markers).map(|index| word(image, first + WORD * index));
            let markers: Vec<u32> = markers.collect::<Option<_>>()?;
            let rises = markers[0] == 0 && markers.is_sorted();
            let packed = rises.then(|| packed_names(names, count, &markers, LINUX))?;
            Some((count, packed?, head))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{packed, strings};
    use super::*;

    /// An image with base and offsets in front of the names, with what is `between` the markers and the
    /// strings, or else behind all.
    fn linux(symbols: &[(i32, &[u8])], between: Option<usize>) -> Vec<u8> {
        let offsets: Vec<u8> =
            symbols.iter().flat_map(|(offset, _)| offset.to_le_bytes()).collect();
        let base = BASE.to_le_bytes();
        let align = |image: &mut Vec<u8>| image.resize(image.len().next_multiple_of(LINUX), 0);
        let mut places = offsets;
        align(&mut places);
        places.extend(base);
        let mut image = vec![0xee; 256];
        if between.is_some() {
            image.extend(&places);
        }
        image.extend(u64::try_from(symbols.len()).unwrap().to_le_bytes());
        let names: Vec<_> = symbols.iter().map(|(_, name)| *name).collect();
        let (names, markers) = packed(&names, LINUX);
        image.extend([names, markers].concat());
        align(&mut image);
        image.resize(image.len() + between.unwrap_or(0) * symbols.len(), 0x55);
        align(&mut image);
        image.extend(strings());
        align(&mut image);
        image.extend([0; 2 * STRINGS]);
        if between.is_none() {
            image.extend(&places);
        }
        image
    }

    const BASE: u64 = 0xffff_ffff_8100_0000;

    #[test]
    fn a_linuxs_names_are_found_before_and_behind_its_places() {
        let long = [b"T", &[b'x'; 199][..]].concat();
        let mut symbols: Vec<(i32, &[u8])> = vec![(0x100, b"T\xc8_run"), (0x200, &long)];
        symbols.extend((0..300).map(|index| (0x300 + index, &b"dlocal"[..])));
        for between in [None, Some(0), Some(3)] {
            let found = of_linux(&linux(&symbols, between));
            let expected = [(BASE + 0x100, "vcpu_run".to_owned()), (BASE + 0x200, "x".repeat(199))];
            assert_eq!(found, expected, "{between:?}");
        }
        // Where the base is not written, it is behind all as what has to be added there.
        let mut moved = linux(&symbols, Some(0));
        let place = moved.windows(8).position(|it| it == BASE.to_le_bytes()).unwrap();
        moved[place..place + 8].fill(0);
        assert!(of_linux(&moved).is_empty());
        moved.extend(
            [BASE - ALIGNED + place as u64, 1027, BASE].map(u64::to_le_bytes).as_flattened(),
        );
        assert_eq!(of_linux(&moved).len(), 2);
        // Data of each CPU begins at 0; code is told from below its base.
        let mut signed = symbols.clone();
        signed[0].0 = -1 - 0x100;
        let found = of_linux(&linux(&signed, Some(0)));
        assert_eq!(found, [(BASE + 0x100, "vcpu_run".to_owned())]);
        let whole = linux(&symbols, Some(3));
        for from in (1..whole.len()).step_by(7) {
            drop((of_linux(&whole[from..]), of_linux(&whole[..from])));
        }
    }
}
