//! Xen's (xen/tools/symbols.c).
//!
//! The table's parts follow each other, aligned to four bytes, on Arm to 256: the symbols' offsets, on Arm addresses, in
//! ascending order, how many there are, their names, where every 256th name is, the strings, and where each of these is.

use super::{MOST, STRINGS, WORD, found, function, packed_names, strings_at, strings_before, word};

/// What offsets are counted from (`SYMBOLS_ORIGIN`).
const ORIGIN: u64 = 0xffff_82d0_4000_0000;

/// To what the parts of a table are aligned, and how many bytes a symbol's offset or address has.
struct Layout {
    aligned: usize,
    address: usize,
}

const X86: Layout = Layout { aligned: WORD, address: WORD };
const ARM: Layout = Layout { aligned: 256, address: 2 * WORD };

/// Addresses and names of the functions in the file `image` of a Xen; none where its table of symbols
/// is not found.
pub fn functions(image: &[u8]) -> Vec<(u64, String)> {
    found(image, |digits| [X86, ARM].iter().find_map(|layout| read(image, digits, layout)))
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

#[cfg(test)]
mod tests {
    use super::super::DIGITS;
    use super::super::tests::{packed, strings};
    use super::*;

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
        let names: Vec<_> = symbols.iter().map(|(_, name)| *name).collect();
        let (names, markers) = packed(&names, layout.aligned);
        image.extend([names, markers].concat());
        align(&mut image);
        image.extend(strings());
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
            assert!(functions(&whole[from..]).len() <= 2 && functions(&whole[..from]).len() <= 2);
        }
        assert!(functions(DIGITS).is_empty() && functions(b"").is_empty());
    }
}
