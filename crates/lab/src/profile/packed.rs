//! The symbols that Xen carries for its own messages (Xen, xen/tools/symbols.c): a file without a
//! symbol table has them too.
//!
//! The table's parts follow each other, aligned to four bytes, on Arm to 256: the symbols' offsets, on Arm
//! addresses, in ascending order, how many there are, their names, where every 256th name is, the strings that the bytes of
//! names stand for, and where each of these is. Nothing says where they are; the strings are found by
//! those for the digits up to 8, which nearly always stand for themselves.

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

const STRINGS: usize = 256;
const WORD: usize = 4;

/// More symbols than any Xen has.
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
    let strings: Vec<&[u8]> = image[start..].split(|byte| *byte == 0).take(STRINGS).collect();
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
            let text: Vec<u8> =
                name.iter().flat_map(|byte| strings[usize::from(*byte)]).copied().collect();
            let (kind, name) = text.split_first()?;
            let is_code = kind.eq_ignore_ascii_case(&b't');
            is_code.then(|| (place, String::from_utf8_lossy(name).into_owned()))
        });
        Some(symbols.collect())
    })
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

/// The `count` names, each behind a byte with its length, where they fill `bytes` and every 256th
/// is at its marker.
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
        let end = at + 1 + usize::from(*bytes.get(at)?);
        names.push(bytes.get(at + 1..end)?);
        at = end;
    }
    (bytes.len() - at < aligned).then_some(names)
}

fn word(image: &[u8], at: usize) -> Option<u32> {
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

    #[test]
    fn an_image_without_them_or_cut_off_has_none() {
        let whole = image(&[(1, b"ta"), (2, b"tb")], &X86);
        assert_eq!(functions(&whole).len(), 2);
        for from in 1..whole.len() {
            assert!(functions(&whole[from..]).len() <= 2);
        }
        assert!(functions(DIGITS).is_empty() && functions(b"").is_empty());
    }
}
