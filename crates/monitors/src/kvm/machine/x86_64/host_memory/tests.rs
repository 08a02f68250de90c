//! All but KVM's part, which the lab's tests have.

use super::super::layout::HOST_MEMORY_MOST;
use super::super::memory::allocate;
use super::*;

/// As guests name them.
const SMALL: u32 = 1;
const FILE: u32 = 3;
const MEMFD: u32 = 4;
const SERVED: u32 = 6;
const PREFAULTED: u32 = 0x100;
const PRESENT: u32 = 1;
const SERVED_PAGES: u32 = 4;
const COPIED: u32 = 5;
const TAKE: u32 = 1;
const MAY_TAKE: u32 = 2;
const PUNCH: u32 = 3;
const SWAP: u32 = 6;

#[test]
fn a_guest_gets_no_more_memory_than_there_is_and_none_of_an_unknown_kind() {
    let most = u32::try_from(HOST_MEMORY_MOST / 4096).unwrap();
    assert_eq!(Range::lay(SMALL, most).unwrap().bytes(), HOST_MEMORY_MOST);
    for (how, pages) in [(1, 0), (1, 511), (1, most + 512), (1, u32::MAX), (0, 512), (7, 512)] {
        assert!(Range::lay(how, pages).is_err(), "{how} {pages}");
    }
}

#[test]
fn requests_are_read_and_answered_where_the_guest_has_memory_and_nowhere_else() {
    let memory = allocate(2 << 20, None).unwrap();
    memory.write_obj([4_u32, 3, 2], GuestAddress(0x1000)).unwrap();
    let (address, asked) = request(&memory, 0x1000).unwrap();
    assert_eq!((address, asked.verb, asked.how, asked.pages), (0x1000, 4, 3, 2));
    for nowhere in [2 << 20, u32::MAX] {
        assert!(request(&memory, nowhere).is_none(), "{nowhere}");
    }
    answer(&memory, address, Ok(7));
    let words: [u32; 3] = memory.read_obj(GuestAddress(address + ANSWER)).unwrap();
    assert_eq!(words, [0, 7, 0xc000_0000]);
    answer(&memory, address, Err("x".repeat(1000)));
    let end = GuestAddress(address + REASON + REASON_BYTES as u64 - 2);
    assert_eq!(memory.read_obj::<[u8; 3]>(end).unwrap(), [b'x', 0, 0]);
    answer(&memory, (2 << 20) - 8, Ok(1));
}

#[test]
fn memory_is_there_as_it_was_asked_for_and_goes_as_it_is_advised() {
    for (kind, advice, left) in
        [(SMALL, TAKE, 0), (SMALL, MAY_TAKE, 512), (MEMFD, PUNCH, 0), (FILE, TAKE, 0)]
    {
        let range = Range::lay(kind | PREFAULTED, 512).unwrap();
        assert_eq!(range.count(PRESENT), Ok(512), "{kind}");
        advice::give(&range, advice).unwrap();
        assert_eq!(range.count(PRESENT), Ok(left), "{kind} {advice}");
    }
    let untouched = Range::lay(SMALL, 512).unwrap();
    assert_eq!(untouched.count(PRESENT), Ok(0));
    assert!(advice::give(&untouched, 99).is_err() && untouched.count(SERVED_PAGES).is_err());
}

#[test]
fn pages_are_swapped_out_or_the_host_has_no_room_for_them() {
    let range = Range::lay(SMALL | PREFAULTED, 512).unwrap();
    match advice::give(&range, SWAP) {
        Ok(()) => assert_eq!(range.count(PRESENT), Ok(0)),
        Err(why) => assert!(why.contains("swapon"), "{why}"),
    }
}

fn byte_of(range: &Range, page: usize) -> *mut u8 {
    std::ptr::with_exposed_provenance_mut(range.start() + page * 4096 + 1)
}

#[test]
fn a_file_s_page_is_copied_when_it_is_written() {
    let range = Range::lay(FILE | PREFAULTED, 512).unwrap();
    assert_eq!(range.count(COPIED), Ok(0));
    for page in [3, 5, 3] {
        // SAFETY: the page is the range's.
        #[expect(unsafe_code, reason = "as a guest writes it")]
        unsafe {
            byte_of(&range, page).write_volatile(2);
        };
    }
    assert_eq!(range.count(COPIED), Ok(2));
}

#[test]
fn faults_are_served_once_each() {
    let range = match Range::lay(SERVED, 512) {
        Ok(range) => range,
        Err(why) => return println!("SKIPPED: {why}"),
    };
    for page in [3, 5, 3] {
        // SAFETY: the page is the range's.
        #[expect(unsafe_code, reason = "as a guest touches it")]
        let value = unsafe { byte_of(&range, page).read_volatile() };
        assert_eq!(value, 1);
    }
    assert_eq!((range.count(SERVED_PAGES), range.count(PRESENT)), (Ok(2), Ok(2)));
}
