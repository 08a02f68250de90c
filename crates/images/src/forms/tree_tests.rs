use object::{Object, ObjectSection};

use super::*;
use crate::forms::elf::{loaded, parse};
use crate::forms::{Form, without_debug};
use ground::Arch;

/// A tree of one empty node, with `room` behind it.
fn tree(room: usize) -> Vec<u8> {
    let total = 72 + u32::try_from(room).unwrap();
    let header = [0xd00d_feed, total, 56, 72, 40, 17, 16, 0, 0, 16];
    let nodes = [1, 0, 2, 9];
    let words = header.into_iter().chain([0; 4]).chain(nodes);
    let mut blob: Vec<u8> = words.flat_map(u32::to_be_bytes).collect();
    blob.resize(72 + room, 0);
    blob
}

/// The architectures whose kernels read device trees.
fn with_place() -> impl Iterator<Item = &'static Arch> {
    Arch::all().filter(|arch| with_tree(crate::kernel(arch), &tree(0)).is_ok())
}

#[test]
fn a_tree_is_loaded_behind_the_image_and_the_image_knows_where() {
    assert_eq!(with_place().count(), 2);
    for arch in with_place() {
        let changed = with_tree(crate::kernel(arch), &tree(1 << 20)).unwrap();
        let (before, after) = (parse(crate::kernel(arch)).unwrap(), parse(&changed).unwrap());
        let (before, after) = (loaded(&before).unwrap(), loaded(&after).unwrap());
        let (address, content) = *after.last().unwrap();
        assert_eq!((after.len(), content), (before.len() + 1, &tree(0)[..]));
        let start = after[0].0;
        let note =
            parse(&changed).unwrap().section_by_name(".hb.tree").unwrap().data().unwrap().to_vec();
        assert_eq!(note, (address - start).to_le_bytes());

        let flat = Form::Linux.make(&changed, arch).unwrap();
        assert!(flat.ends_with(&tree(0)));
        assert_eq!(flat[SIZE_AT..SIZE_AT + 8], (flat.len() as u64).to_le_bytes());
        assert_eq!(&flat[usize::try_from(address - start).unwrap()..], tree(0));
        let twice = with_tree(&changed, &tree(0)).unwrap_err();
        assert!(twice.contains("already"), "{twice}");
    }
}

#[test]
fn the_free_room_of_a_tree_is_left_out() {
    assert_eq!(packed(&tree(0)).unwrap(), tree(0));
    assert_eq!(packed(&tree(4096)).unwrap(), tree(0));
}

#[test]
fn what_is_no_tree_is_refused() {
    let why = |blob: &[u8]| packed(blob).unwrap_err();
    assert!(why(b"").contains("no flattened device tree"));
    assert!(why(&[0x7f; 64]).contains("no flattened device tree"));
    assert!(why(&tree(0)[..60]).contains("its end is missing"));
    let with = |word: usize, number: u32| {
        let mut blob = tree(0);
        blob[4 * word..][..4].copy_from_slice(&number.to_be_bytes());
        why(&blob)
    };
    assert!(with(6, 18).contains("newer"));
    for (word, number) in [(2, 57), (3, 73), (4, 72), (8, 1), (9, u32::MAX), (1, 71), (1, 73)] {
        assert!(with(word, number).ends_with("damaged") || word == 1, "{word}");
    }
    let mut large = tree(TREE_MOST);
    large[4 * 8..][..4].copy_from_slice(&u32::try_from(TREE_MOST).unwrap().to_be_bytes());
    assert!(why(&large).contains("fit"));
}

#[test]
fn an_image_without_a_place_for_one_is_refused() {
    assert!(with_tree(b"no ELF file", &tree(0)).is_err());
    for arch in Arch::all() {
        let has = with_place().any(|other| other == arch);
        assert_eq!(with_tree(crate::kernel(arch), &tree(0)).is_err(), !has, "{}", arch.name);
    }
}

#[test]
fn damaged_files_get_none_and_make_no_panic() {
    // The first program header, of words of 64 bits, and the size in memory in it.
    const HEADER: usize = 64;
    const MEMORY_SIZE: usize = HEADER + 40;
    for arch in with_place() {
        let kernel = without_debug(crate::kernel(arch)).unwrap();
        let damaged = |at: usize, bytes: &[u8]| {
            let mut image = kernel.clone();
            image[at..][..bytes.len()].copy_from_slice(bytes);
            with_tree(&image, &tree(0))
        };
        assert!(damaged(MEMORY_SIZE, &[0xff; 8]).is_err(), "{}", arch.name);
        for word in (HEADER..HEADER + 56).step_by(8) {
            for byte in [0, 4, 7] {
                let _ = damaged(word + byte, &[0xff]);
            }
        }
    }
}
