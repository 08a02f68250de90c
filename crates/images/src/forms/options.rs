//! Texts inside an image: options, for loaders that have no command line to give it, and what the
//! program of a user's is called.

use object::{Object, ObjectSection};

use super::elf::parse;

/// Where the kernel looks for them: a string that ends with NUL.
const SECTION: &str = ".hb.options";

/// Where the program for Linux has the name of the user's program.
const NAME: &str = ".hb.name";

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
    with_text(image, (SECTION, "options"), options)
}

/// The ELF file `image` with this `name` for the user's program in it.
///
/// # Errors
/// When the file has no place for it, and when it is too long.
pub fn with_name(image: &[u8], name: &str) -> Result<Vec<u8>, String> {
    with_text(image, (NAME, "the name of a program"), name)
}

/// The file with `text` in the `section` for `what`.
fn with_text(image: &[u8], (section, what): (&str, &str), text: &str) -> Result<Vec<u8>, String> {
    let elf = parse(image)?;
    let missing = || format!("it has no place for {what}");
    let section = elf.section_by_name(section).ok_or_else(missing)?;
    let range = section.file_range();
    let range =
        range.and_then(|(start, size)| usize::try_from(start).ok().zip(size.try_into().ok()));
    let range = range.and_then(|(start, size)| Some(start..start.checked_add(size)?));
    let mut changed = image.to_vec();
    let place = range.and_then(|range| changed.get_mut(range)).ok_or_else(missing)?;
    let most = place.len().saturating_sub(1).min(OPTIONS_MOST);
    if text.len() > most {
        return Err(format!("{what} would take {} bytes, and {most} fit", text.len()));
    }
    place.fill(0);
    place[..text.len()].copy_from_slice(text.as_bytes());
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::Arch;

    #[test]
    fn options_are_put_in_and_taken_out_again() {
        for arch in Arch::all() {
            let kernel = crate::kernel(arch);
            let changed = with_options(kernel, "bench=in").unwrap();
            let has = |image: &[u8]| image.windows(9).any(|bytes| bytes == b"bench=in\0");
            assert!(has(&changed) && !has(kernel) && changed.len() == kernel.len());
            assert_eq!(with_options(&changed, "").unwrap(), kernel);
        }
    }

    #[test]
    fn a_program_of_the_users_has_its_own_name() {
        for arch in Arch::all() {
            let program = crate::program(arch, ground::GuestKind::Linux);
            let changed = with_name(program, "my-own.1").unwrap();
            assert_eq!(changed.len(), program.len());
            let names = protocol::read_catalogue(&changed).unwrap().benchmarks;
            assert!(names.iter().any(|it| it.name == "my-own.1" && it.extra));
            assert!(names.iter().all(|it| it.name != "program"));
            assert!(with_name(program, &"x".repeat(64)).is_err());
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let kernel = crate::kernel(Arch::native());
        assert!(with_options(kernel, &"x".repeat(OPTIONS_MOST)).is_ok());
        for options in [&*"x".repeat(OPTIONS_MOST + 1), "a\nb", "é"] {
            assert!(with_options(kernel, options).is_err(), "{options:?}");
        }
        assert!(with_options(b"no ELF file", "").is_err());
    }
}
