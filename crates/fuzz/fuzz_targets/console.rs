//! Whatever a console says, and however it is cut into pieces: the same items come out,
//! and what is found as a record can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::{Event, Item, MAX_RECORD, Scanner, encode};

fn scan<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<Item> {
    let mut scanner = Scanner::default();
    let mut items: Vec<_> = pieces.flat_map(|piece| scanner.feed(piece)).collect();
    items.extend(scanner.finish());
    items
}

fuzz_target!(|bytes: &[u8]| {
    let items = scan(std::iter::once(bytes));
    assert_eq!(items, scan(bytes.chunks(7)));
    for item in items {
        if let Item::Record(record) = item {
            if let Ok(Event::Series(series)) = Event::from_record(&record) {
                let _ = series.points();
            }
            let again = encode(&record);
            // Quoting may make it too long.
            if again.len() <= MAX_RECORD {
                assert_eq!(scan(std::iter::once(again.as_bytes())), [Item::Record(record)]);
            }
        }
    }
});
