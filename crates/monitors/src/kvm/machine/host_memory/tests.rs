use super::super::layout::HOST_MEMORY_MOST;
use super::*;

#[test]
fn a_guest_gets_no_more_memory_than_there_is_and_none_of_an_unknown_kind() {
    let most = u32::try_from(HOST_MEMORY_MOST / 4096).unwrap();
    assert_eq!(Range::lay(1, most).unwrap().bytes(), HOST_MEMORY_MOST);
    for (how, pages) in [(1, 0), (1, 511), (1, most + 512), (1, u32::MAX), (0, 512), (7, 512)] {
        assert!(Range::lay(how, pages).is_err(), "{how} {pages}");
    }
}
