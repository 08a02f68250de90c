use std::io::Write;

use super::*;

const NAME: usize = 48;

/// A file with statistics of these names, flags, sizes and values.
fn file(statistics: &[(&str, u32, u32, u64)]) -> File {
    let count = u32::try_from(statistics.len()).unwrap();
    let size = u32::try_from(DESCRIPTOR + NAME).unwrap();
    let data = 24 + count * size;
    let mut bytes = Vec::new();
    for word in [0, 48, count, 24, 24, data] {
        bytes.extend(word.to_le_bytes());
    }
    for (i, (name, flags, length, _)) in (0u32..).zip(statistics) {
        for word in [*flags, length << 16, 8 * i, 0] {
            bytes.extend(word.to_le_bytes());
        }
        let mut field = [0; NAME];
        field[..name.len()].copy_from_slice(name.as_bytes());
        bytes.extend(field);
    }
    for (.., value) in statistics {
        bytes.extend(value.to_le_bytes());
    }
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&bytes).unwrap();
    file
}

#[test]
fn counters_are_taken_by_name_even_unknown_ones_and_nothing_else_is() {
    let file = file(&[
        ("exits", 0x000, 1, 1000),
        ("a_counter_of_the_future", 0x000, 1, 7),
        ("guest_mode", 0x001, 1, 1),      // a gauge
        ("halt_wait_ns", 0x020, 1, 123),  // seconds, not events
        ("halt_poll_hist", 0x004, 32, 5), // a histogram
        ("not a name", 0x000, 1, 5),
    ]);
    let mut snapshot = Snapshot::new();
    Statistics::new(file).unwrap().read(&mut snapshot).unwrap();
    let expected = [("a_counter_of_the_future".to_owned(), 7), ("exits".to_owned(), 1000)];
    assert_eq!(snapshot.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn virtual_cpus_are_added_up() {
    let mut snapshot = Snapshot::new();
    for value in [3, 4] {
        let file = file(&[("exits", 0, 1, value)]);
        Statistics::new(file).unwrap().read(&mut snapshot).unwrap();
    }
    assert_eq!(snapshot["exits"], 7);
}

#[test]
fn files_of_another_form_are_refused() {
    let mut empty = tempfile::tempfile().unwrap();
    assert!(Statistics::new(empty.try_clone().unwrap()).is_err());
    empty.write_all(&[0xff; 200]).unwrap();
    assert!(Statistics::new(empty).is_err());
    let cut = file(&[("exits", 0, 1, 3)]);
    cut.set_len(100).unwrap();
    assert!(Statistics::new(cut.try_clone().unwrap()).unwrap().read(&mut Snapshot::new()).is_ok());
    cut.set_len(90).unwrap();
    assert!(Statistics::new(cut.try_clone().unwrap()).unwrap().read(&mut Snapshot::new()).is_err());
    cut.set_len(60).unwrap();
    assert!(Statistics::new(cut).is_err());
}
