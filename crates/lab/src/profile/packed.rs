//! The symbols that Xen and Linux carry for their own messages (Xen, xen/tools/symbols.c; Linux,
//! scripts/kallsyms.c): a file without a symbol table has them too.
//!
//! The table's parts follow each other, aligned to four bytes, on Arm to 256: the symbols' offsets, on Arm
//! addresses, in ascending order, how many there are, their names, where every 256th name is, the strings that
//! the bytes of names stand for, and where each of these is. Nothing says where they are; the strings are found by
//! those for the digits up to 8, which nearly always stand for themselves.
//!
//! Linux aligns all to eight bytes, has signed offsets and what they are counted from behind them, and since 6.4 both
//! behind the strings and their places.

/// What offsets are counted from (`SYMBOLS_ORIGIN`).
const ORIGIN: u64 = 0xffff_82d0_4000_0000;

/// The strings for the digits.
const DIGITS: &[u8] = b"0\x001\x002\x003\x004\x005\x006\x007\x008\0";

/// To what the parts of a table are aligned, and how many bytes a symbol's offset or address has.
struct Layout {
    aligned: usize,
    address: usize,
}

const X86: Layout = Layout { aligned: WORD, address: WORD };
const ARM: Layout = Layout { aligned: 256, address: 2 * WORD };

/// To what all is aligned in a Linux of 64 bits.
const LINUX: usize = 8;

/// To what the begin of one that may lie anywhere is aligned, and how far behind its code may begin.
const ALIGNED: u64 = 64 << 10;

/// Farther before the strings than any Linux has its names.
const FARTHEST: usize = 16 << 20;

const STRINGS: usize = 256;
const WORD: usize = 4;

/// More symbols than any Xen or Linux has.
const MOST: usize = 1 << 20;

/// Addresses and names of the functions in the file `image` of a Xen; none where its table of symbols
/// is not found.
pub fn functions(image: &[u8]) -> Vec<(u64, String)> {
    let mut places = memchr::memmem::find_iter(image, DIGITS);
    let found =
        places.find_map(|digits| [X86, ARM].iter().find_map(|layout| read(image, digits, layout)));
    found.unwrap_or_default()
}

/// Reads the table of this `layout` whose strings for the digits are at `digits`.
fn read(image: &[u8], digits: usize, layout: &Layout) -> Option<Vec<(u64, String)>> {
    let Layout { aligned, address } = *layout;
    let start = strings_before(image, digits, usize::from(b'0'))?;
    let strings = strings_at(image, start)?;
    let padding = image[start.checked_sub(aligned)?..start].iter().rev().take_while(|it| **it == 0);
    let end = if aligned > WORD { start - padding.count() / WORD * WORD } else { start };
    let markers = markers_before(image, end)?;
    let first = end - markers.len() * WORD;
    let shortest = usize::try_from(*markers.last()?).ok()?;
    // The names end right before the markers, in at most 256 names of 256 bytes behind the last.
    let highest = first.checked_sub(shortest)?;
    let lowest = highest.saturating_sub(STRINGS * STRINGS);
    let mut candidates = (lowest..=highest).rev().filter(|at| at % aligned == first % aligned);
    candidates.find_map(|names| {
        let count = usize::try_from(word(image, names.checked_sub(aligned)?)?).ok()?;
        if count > MOST || count.div_ceil(STRINGS) != markers.len() {
            return None;
        }
        let packed = packed_names(&image[names..first], count, &markers, aligned)?;
        let offsets = names.checked_sub((address * count).next_multiple_of(aligned) + aligned)?;
        let symbols = packed.iter().enumerate().filter_map(|(index, name)| {
            let at = offsets + address * index;
            let low = word(image, at)?;
            let high = if address > WORD { word(image, at + WORD)? } else { 0 };
            let place = u64::from(high) << 32 | u64::from(low);
            let place = if address > WORD { place } else { ORIGIN + place };
            Some((place, function(name, &strings, b"t")?))
        });
        Some(symbols.collect())
    })
}

/// Addresses and names of the functions in an unpacked `image` of a Linux; none where its table of symbols
/// is not found.
pub(super) fn of_linux(image: &[u8]) -> Vec<(u64, String)> {
    let mut places = memchr::memmem::find_iter(image, DIGITS);
    places.find_map(|digits| read_linux(image, digits)).unwrap_or_default()
}

/// Reads the table whose strings for the digits are at `digits`.
fn read_linux(image: &[u8], digits: usize) -> Option<Vec<(u64, String)>> {
    let start = strings_before(image, digits, usize::from(b'0'))?;
    let strings = strings_at(image, start)?;
    let end = start + strings.iter().map(|it| it.len() + 1).sum::<usize>();
    let (count, packed, head) = linux_names(image, start)?;
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
fn linux_names(image: &[u8], start: usize) -> Option<(usize, Vec<&[u8]>, usize)> {
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

/// What the bytes of `name` stand for, if that is the name of a function: of one of `kinds`.
fn function(name: &[u8], strings: &[&[u8]], kinds: &[u8]) -> Option<String> {
    let text: Vec<u8> = name.iter().flat_map(|byte| strings[usize::from(*byte)]).copied().collect();
    let (kind, name) = text.split_first()?;
    let is_code = kinds.contains(&kind.to_ascii_lowercase());
    is_code.then(|| String::from_utf8_lossy(name).into_owned())
}

/// The strings that begin at `start`.
fn strings_at(image: &[u8], start: usize) -> Option<Vec<&[u8]>> {
    let strings: Vec<&[u8]> = image[start..].split(|byte| *byte == 0).take(STRINGS).collect();
    (strings.len() == STRINGS).then_some(strings)
}

/// Where the string begins that is `count` strings before the one at `at`.
fn strings_before(image: &[u8], at: usize, count: usize) -> Option<usize> {
    (0..count).try_fold(at, |at, _| {
        let before = image.get(..at.checked_sub(1)?)?;
        Some(memchr::memrchr(0, before)? + 1)
    })
}

/// The ascending words that end at `end`, the first of which is 0.
fn markers_before(image: &[u8], end: usize) -> Option<Vec<u32>> {
    let mut markers: Vec<u32> = Vec::new();
    loop {
        let at = end.checked_sub(WORD * (markers.len() + 1))?;
        let marker = word(image, at)?;
        if markers.last().is_some_and(|above| marker >= *above) || markers.len() * STRINGS > MOST {
            return None;
        }
        markers.push(marker);
        if marker == 0 {
            markers.reverse();
            return Some(markers);
        }
    }
}

/// The `count` names, each behind its length, in one byte, or two with seven bits each, where they fill
/// `bytes` and every 256th is at its marker.
/// Less than what they are `aligned` to may be left.
fn packed_names<'a>(
    bytes: &'a [u8],
    count: usize,
    markers: &[u32],
    aligned: usize,
) -> Option<Vec<&'a [u8]>> {
    let mut names = Vec::with_capacity(count);
    let mut at = 0;
    for index in 0..count {
        if index % STRINGS == 0 && markers[index / STRINGS] as usize != at {
            return None;
        }
        let (low, high) = (usize::from(*bytes.get(at)?), bytes.get(at + 1));
        let (begin, length) = match low {
            128.. => (at + 2, low - 128 + usize::from(*high?) * 128),
            _ => (at + 1, low),
        };
        let end = begin + length;
        names.push(bytes.get(begin..end)?);
        at = end;
    }
    (bytes.len() - at < aligned).then_some(names)
}

fn quad(image: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*image.get(at..)?.first_chunk()?))
}

pub(super) fn word(image: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*image.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An image whose bytes stand for themselves, but 200, which stands for `vcpu`.
    fn image(symbols: &[(u32, &[u8])], layout: &Layout) -> Vec<u8> {
        let mut image = vec![0xee; 256];
        let align =
            |image: &mut Vec<u8>| image.resize(image.len().next_multiple_of(layout.aligned), 0);
        for (place, _) in symbols {
            image.extend(place.to_le_bytes());
            image.resize(image.len() + layout.address - WORD, 0);
        }
        align(&mut image);
        image.extend(u32::try_from(symbols.len()).unwrap().to_le_bytes());
        align(&mut image);
        let (mut markers, start) = (Vec::new(), image.len());
        for (index, (_, name)) in symbols.iter().enumerate() {
            if index % 256 == 0 {
                markers.extend(u32::try_from(image.len() - start).unwrap().to_le_bytes());
            }
            image.push(u8::try_from(name.len()).unwrap());
            image.extend(*name);
        }
        align(&mut image);
        image.extend(markers);
        align(&mut image);
        for byte in 0..=255_u8 {
            match byte {
                0 => image.extend(b"?"),
                200 => image.extend(b"vcpu"),
                _ => image.push(byte),
            }
            image.push(0);
        }
        image
    }

    #[test]
    fn names_are_unpacked_and_data_left_out() {
        let mut symbols: Vec<(u32, &[u8])> = vec![(0x100, b"T\xc8_run"), (0x200, b"Ddata")];
        symbols.extend((0..300).map(|index| (0x300 + index, &b"tlocal"[..])));
        for (layout, origin) in [(X86, ORIGIN), (ARM, 0)] {
            let found = functions(&image(&symbols, &layout));
            assert_eq!(found[0], (origin + 0x100, "vcpu_run".to_owned()));
            assert_eq!(found[1], (origin + 0x300, "local".to_owned()));
            assert_eq!(found.len(), 301);
        }
    }

    /// The same as Linux has it: base and offsets in front of the names, with what is `between` the markers and the
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
        let (mut markers, start) = (Vec::new(), image.len());
        for (index, (_, name)) in symbols.iter().enumerate() {
            if index % 256 == 0 {
                markers.extend(u32::try_from(image.len() - start).unwrap().to_le_bytes());
            }
            match u8::try_from(name.len()).unwrap() {
                long @ 128.. => image.extend([long, 1]),
                short => image.push(short),
            }
            image.extend(*name);
        }
        align(&mut image);
        image.extend(markers);
        align(&mut image);
        image.resize(image.len() + between.unwrap_or(0) * symbols.len(), 0x55);
        align(&mut image);
        for byte in 0..=255_u8 {
            let string = if byte == 200 { b"vcpu" } else { &[byte.max(1)][..] };
            image.extend(string);
            image.push(0);
        }
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

    #[test]
    fn an_image_without_them_or_cut_off_has_none() {
        let whole = image(&[(1, b"ta"), (2, b"tb")], &X86);
        assert_eq!(functions(&whole).len(), 2);
        for from in 1..whole.len() {
            assert!(functions(&whole[from..]).len() <= 2 && functions(&whole[..from]).len() <= 2);
        }
        assert!(functions(DIGITS).is_empty() && functions(b"").is_empty());
    }
}
