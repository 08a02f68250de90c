//! Options inside an image, for loaders that have no command line to give it.

use object::{Object, ObjectSection};

use super::elf::parse;

/// Where the kernel looks for them: a string that ends with NUL.
const SECTION: &str = ".hb.options";

/// Bytes that they may have, without the NUL.
pub const OPTIONS_MOST: usize = 1023;

/// The ELF file `image` with these `options` in it, in place of those that it has.
///
/// # Errors
/// When the file has no place for them, and when they are too long or not printable ASCII.
pub fn with_options(image: &[u8], options: &str) -> Result<Vec<u8>, String> {
    if let Some(other) = options.chars().find(|c| !c.is_ascii_graphic() && *c != ' ') {
        return Err(format!("an option has the character {other:?}, and may have ASCII's only"));
    }
    let elf = parse(image)?;
    let section = elf.section_by_name(SECTION).ok_or("it has no place for options")?;
    let (start, size) = section.file_range().ok_or("its place for options is not in the file")?;
    let range = usize::try_from(start).ok().zip(usize::try_from(size).ok());
    let range = range.and_then(|(start, size)| Some(start..start.checked_add(size)?));
    let most = range.as_ref().map_or(0, ExactSizeIterator::len).saturating_sub(1);
    if options.len() > most.min(OPTIONS_MOST) {
        let (length, most) = (options.len(), most.min(OPTIONS_MOST));
        return Err(format!("its options would have {length} bytes, and {most} fit"));
    }
    let mut changed = image.to_vec();
    let place = range.and_then(|range| changed.get_mut(range));
    let place = place.ok_or("its place for options is not in the file")?;
    place.fill(0);
    place[..options.len()].copy_from_slice(options.as_bytes());
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arch;

    #[test]
    fn options_are_put_in_and_taken_out_again() {
        for arch in Arch::all() {
            let kernel = arch.kernel();
            let changed = with_options(kernel, "bench=in").unwrap();
            let has = |image: &[u8]| image.windows(9).any(|bytes| bytes == b"bench=in\0");
            assert!(has(&changed) && !has(kernel) && changed.len() == kernel.len());
            assert_eq!(with_options(&changed, "").unwrap(), kernel);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let kernel = Arch::native().kernel();
        assert!(with_options(kernel, &"x".repeat(OPTIONS_MOST)).is_ok());
        for options in [&*"x".repeat(OPTIONS_MOST + 1), "a\nb", "é"] {
            assert!(with_options(kernel, options).is_err(), "{options:?}");
        }
        assert!(with_options(b"no ELF file", "").is_err());
    }
}
