//! What the processes of a guest take of the host's memory, by Linux' `/proc/PID/smaps`
//! (Documentation/filesystems/proc.rst).

use std::fs::File;
use std::io::Read;
use std::path::Path;

use results::Footprint;

/// Bytes of a list of mappings that are read: of far more than any monitor has.
const MOST: u64 = 16 << 20;

/// What `processes` take, which are a guest that was given so many bytes. `None` where one cannot be
/// looked at, or none has a mapping that can be the guest's memory.
pub fn footprint(processes: &[u32], given: u64) -> Option<Footprint> {
    footprint_in(Path::new("/proc"), processes, given)
}

fn footprint_in(folder: &Path, processes: &[u32], given: u64) -> Option<Footprint> {
    let mut mappings = Vec::new();
    for process in processes {
        let file = File::open(folder.join(process.to_string()).join("smaps")).ok()?;
        let mut text = String::new();
        file.take(MOST).read_to_string(&mut text).ok()?;
        mappings.extend(parse(&text));
    }
    // Nothing else that can be written is as large, but for the buffer of an emulator's code, which can be
    // executed. It may have grown together with something small.
    let fits =
        |it: &&Mapping| it.is_data && (given..given.saturating_add(given / 4)).contains(&it.size);
    let size = mappings.iter().filter(fits).map(|it| it.size).min()?;
    let guest = mappings.iter().filter(fits).filter(|it| it.size == size);
    Some(Footprint {
        processes: u32::try_from(processes.len()).ok()?,
        total: sum(mappings.iter()),
        guest: sum(guest),
    })
}

fn sum<'a>(mappings: impl Iterator<Item = &'a Mapping>) -> u64 {
    mappings.fold(0, |sum, mapping| sum.saturating_add(mapping.taken))
}

/// A mapping of a process.
#[derive(Debug, Default, PartialEq, Eq)]
struct Mapping {
    /// Whether it can be written, and not executed.
    is_data: bool,
    /// Bytes of addresses.
    size: u64,
    /// Bytes of memory, and of what is swapped, each divided by how many map it.
    taken: u64,
}

/// The mappings in a file `smaps`: a line with addresses and permissions each, then lines `Name: n kB`.
fn parse(text: &str) -> Vec<Mapping> {
    let mut mappings: Vec<Mapping> = Vec::new();
    for line in text.lines() {
        let mut words = line.split_ascii_whitespace();
        let (Some(first), Some(second)) = (words.next(), words.next()) else { continue };
        let Some(name) = first.strip_suffix(':') else {
            let is_data = second.starts_with("rw-");
            mappings.push(Mapping { is_data, ..Mapping::default() });
            continue;
        };
        let (Some(mapping), Ok(kib)) = (mappings.last_mut(), second.parse::<u64>()) else {
            continue;
        };
        let bytes = kib.saturating_mul(1024);
        match name {
            "Size" => mapping.size = bytes,
            "Pss" | "SwapPss" => mapping.taken = mapping.taken.saturating_add(bytes),
            _ => {}
        }
    }
    mappings
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn mapping(permissions: &str, [size, pss, swap]: [u64; 3]) -> String {
        format!(
            "7f00-7f01 {permissions} 00000000 00:00 0 [x: y]\nSize: {size} kB\nRss: 9999 kB\n\
             Pss:  {pss} kB\nPss_Dirty: 9 kB\nSwapPss: {swap} kB\nVmFlags: rd wr\n"
        )
    }

    /// A folder like `/proc` with a process 7 that has this `smaps`.
    fn of_process(smaps: &[u8], given: u64) -> Option<Footprint> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("7")).unwrap();
        fs::write(folder.path().join("7/smaps"), smaps).unwrap();
        footprint_in(folder.path(), &[7], given)
    }

    #[test]
    fn the_guests_memory_is_told_from_the_monitors_own() {
        let smaps = [
            mapping("r-xp", [5000, 30, 0]),
            mapping("rw-p", [131_072, 600, 1]),
            mapping("rwxp", [131_072, 70, 0]),
            mapping("---p", [131_072, 0, 0]),
            mapping("rw-p", [8000, 5, 2]),
        ];
        let found = of_process(smaps.concat().as_bytes(), 128 << 20).unwrap();
        assert_eq!(found, Footprint { processes: 1, total: 708 << 10, guest: 601 << 10 });
        assert_eq!(found.above(), 107 << 10);
        let grown = mapping("rw-s", [131_080, 9, 0]);
        assert_eq!(of_process(grown.as_bytes(), 128 << 20).unwrap().guest, 9 << 10);
    }

    #[test]
    fn what_is_no_monitor_or_no_list_says_nothing() {
        let other = mapping("rw-p", [999, 1, 0]);
        for smaps in [&b""[..], b"Pss: 5 kB\n", b"\xff\xfe", b"\n \n:\n", other.as_bytes()] {
            assert_eq!(of_process(smaps, 128 << 20), None);
        }
        let huge = mapping("rw-p", [131_072, u64::MAX, u64::MAX]);
        assert_eq!(of_process(huge.as_bytes(), 128 << 20).unwrap().above(), 0, "{huge}");
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(footprint_in(folder.path(), &[7], 0), None, "it has ended");
        assert_eq!(footprint_in(folder.path(), &[], 128 << 20), None);
    }

    #[test]
    fn this_process_can_be_looked_at() {
        let memory = vec![1_u8; 32 << 20];
        let found = footprint(&[std::process::id()], memory.len() as u64).unwrap();
        assert!(found.total >= found.guest && found.guest >= memory.len() as u64, "{found:?}");
    }
}
