//! What Linux tells of the pages of a mapping.

use std::io;
use std::os::unix::fs::FileExt;

use super::mapping::{HUGE, Mapping};

/// Bits of an entry (Linux, Documentation/admin-guide/mm/pagemap.rst).
const PRESENT: u64 = 1 << 63;
const EXCLUSIVE: u64 = 1 << 56;
const FILE: u64 = 1 << 61;

/// How many of its pages are there.
pub(super) fn present(mapping: &Mapping) -> io::Result<u32> {
    count(mapping, |entry| entry & PRESENT != 0)
}

/// How many of its pages are there and nobody else's.
pub(super) fn own(mapping: &Mapping) -> io::Result<u32> {
    count(mapping, |entry| entry & PRESENT != 0 && entry & EXCLUSIVE != 0)
}

/// How many of its pages are there and no longer the file's.
pub(super) fn copied(mapping: &Mapping) -> io::Result<u32> {
    count(mapping, |entry| entry & PRESENT != 0 && entry & FILE == 0)
}

fn count(mapping: &Mapping, is_counted: impl Fn(u64) -> bool) -> io::Result<u32> {
    let mut entries = vec![0; mapping.bytes() / 4096 * 8];
    system::input::open("/proc/self/pagemap")?
        .read_exact_at(&mut entries, mapping.start() as u64 / 4096 * 8)?;
    let (entries, _) = entries.as_chunks::<8>();
    let counted = entries.iter().filter(|entry| is_counted(u64::from_ne_bytes(**entry))).count();
    Ok(u32::try_from(counted).unwrap_or(u32::MAX))
}

/// How many huge pages it has of those that Linux makes by itself.
pub(super) fn huge(mapping: &Mapping) -> io::Result<u32> {
    let text = system::input::read_text("/proc/self/smaps")?;
    let kib = anonymous_huge_kib(&text, mapping.start())
        .ok_or_else(|| io::Error::other("it is not in /proc/self/smaps"))?;
    Ok(u32::try_from(kib / (HUGE as u64 >> 10)).unwrap_or(u32::MAX))
}

/// The KiB of huge pages that `smaps` tells of the mapping at `start`.
fn anonymous_huge_kib(smaps: &str, start: usize) -> Option<u64> {
    let head = format!("{start:x}-");
    let mut lines = smaps.lines().skip_while(|line| !line.starts_with(&head));
    let value = lines.find_map(|line| line.strip_prefix("AnonHugePages:"))?;
    value.trim().strip_suffix(" kB")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::mapping::Backing;
    use super::*;

    #[test]
    fn pages_are_there_once_they_are_touched() {
        let mapping = Mapping::new(HUGE, &Backing::Nothing).unwrap();
        assert_eq!(present(&mapping).unwrap(), 0);
        mapping.advise(libc::MADV_NOHUGEPAGE).unwrap();
        mapping.advise(libc::MADV_POPULATE_WRITE).unwrap();
        assert_eq!((present(&mapping).unwrap(), own(&mapping).unwrap()), (512, 512));
        assert_eq!(huge(&mapping).unwrap(), 0);
    }

    #[test]
    fn huge_pages_are_those_of_the_mapping_that_is_asked_for() {
        let text = "1000-2000 rw-p 0 00:00 0\nAnonHugePages:      4096 kB\n\
                    2000-9000 rw-p 0 00:00 0\nRss: 1 kB\nAnonHugePages:      2048 kB\n";
        assert_eq!(anonymous_huge_kib(text, 0x2000), Some(2048));
        assert_eq!(anonymous_huge_kib(text, 0x3000), None);
    }
}
