//! The flat form: the image as it lies in memory, behind what its architecture's loaders of Linux
//! expect in front. Such a file is a Linux kernel to them.

use object::{Object, ObjectSection};

use super::elf::{loaded, parse};

/// The section with what stands in front of the image in a file, and nowhere in memory.
const FRONT: &str = ".front";

/// Segments that make a larger file are not a kernel's.
const MOST: u64 = 64 << 20;

/// The flat form of the ELF file `image`.
///
/// # Errors
/// Says what is wrong with the file.
pub(super) fn flat(image: &[u8]) -> Result<Vec<u8>, String> {
    let elf = parse(image)?;
    let front = elf.section_by_name(FRONT).map(|section| section.data());
    let front = front.transpose().map_err(|error| error.to_string())?.unwrap_or_default();
    let segments = loaded(&elf)?;
    let begin = segments.iter().map(|(address, _)| *address).min().ok_or("nothing is loaded")?;
    let end = |(address, data): &(u64, &[u8])| address.saturating_add(data.len() as u64);
    let end = segments.iter().map(end).max().unwrap_or(begin);
    let size = Some(end - begin).filter(|size| *size <= MOST);
    let size = size.ok_or("its segments are too far apart for a kernel")?;
    let mut file = front.to_vec();
    file.resize(front.len() + usize::try_from(size).map_err(|error| error.to_string())?, 0);
    for (address, data) in segments {
        let at = usize::try_from(address - begin).map_err(|error| error.to_string())?;
        file[front.len() + at..][..data.len()].copy_from_slice(data);
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::Arch;

    #[test]
    fn every_carried_kernel_has_a_flat_form_that_begins_with_its_header() {
        for arch in Arch::all() {
            let file = flat(crate::kernel(arch)).unwrap();
            assert!(file.len() < 256 << 10, "{}: {} bytes", arch.name, file.len());
            assert_ne!(file[..64], [0; 64], "{}", arch.name);
        }
    }

    #[test]
    fn damaged_files_make_none_and_no_panic() {
        let image = crate::kernel(Arch::native());
        assert!(flat(b"no ELF file").is_err());
        assert!(flat(&image[..image.len() / 2]).is_err());
        let table = image.len() - 64 * 16;
        for at in (0..64).chain(table..image.len()) {
            let mut damaged = image.to_vec();
            damaged[at] ^= 0xff;
            let _ = flat(&damaged);
        }
    }
}
