use proptest::prelude::*;

use super::*;
use crate::encode;

fn record(seq: u64) -> Record {
    Record { seq, kind: "note".into(), fields: vec![("text".into(), "two words".into())] }
}

fn scan(bytes: &[u8]) -> Vec<Item> {
    let mut scanner = Scanner::default();
    let mut items = scanner.feed(bytes);
    items.extend(scanner.finish());
    items
}

/// Pieces that tend to break parsers, glued together at random.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        any::<u64>().prop_map(|seq| encode(&record(seq)).into_bytes()),
        Just(b"\n".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"@hb1 ".to_vec()),
        Just(b"@hb1 7 sample bench=x".to_vec()),
        (0usize..5000).prop_map(|n| vec![b'x'; n]),
        prop::collection::vec(any::<u8>(), 0..50),
    ];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn how_the_stream_is_cut_does_not_matter(
        bytes in stream(),
        cuts in prop::collection::vec(1usize..3000, 1..20),
    ) {
        let mut scanner = Scanner::default();
        let mut items = Vec::new();
        let mut rest = &bytes[..];
        for cut in cuts.iter().cycle() {
            let (now, later) = rest.split_at((*cut).min(rest.len()));
            items.extend(scanner.feed(now));
            rest = later;
            if rest.is_empty() { break; }
        }
        items.extend(scanner.finish());
        prop_assert_eq!(items, scan(&bytes));
    }

    #[test]
    fn any_stream_is_taken_in_bounded_memory(bytes in stream()) {
        let mut scanner = Scanner::default();
        for chunk in bytes.chunks(700) {
            scanner.feed(chunk);
            prop_assert!(scanner.line.len() < 2 * WINDOW && scanner.line.capacity() <= 4 * WINDOW);
        }
    }

    #[test]
    fn a_record_after_noise_is_found(noise in "[^\n]{0,4000}", seq in any::<u64>()) {
        let stream = format!("{noise}{}\r\n", encode(&record(seq)));
        prop_assert_eq!(scan(stream.as_bytes()), vec![Item::Record(record(seq))]);
    }

    #[test]
    fn a_flipped_bit_never_makes_another_record(seq in any::<u64>(), bit in any::<prop::sample::Index>()) {
        let mut bytes = format!("{}\n", encode(&record(seq))).into_bytes();
        let bit = bit.index(bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        for item in scan(&bytes) {
            if let Item::Record(found) = item {
                // Only the line's end can change without harm to the record.
                prop_assert_eq!(found, record(seq));
            }
        }
    }
}

#[test]
fn a_line_with_a_torn_record_is_damaged() {
    let items = scan(b"@hb1 5 sample bench=sg\nhello\n");
    assert!(
        matches!(&items[0], Item::Damaged { why: Damage::NoChecksum, text } if text.contains("bench=sg"))
    );
    assert_eq!(items[1], Item::Text("hello".into()));
}

#[test]
fn a_torn_record_does_not_hide_the_one_behind_it() {
    let line = format!("@hb1 5 sample ben{}\n", encode(&record(6)));
    assert_eq!(scan(line.as_bytes()), vec![Item::Record(record(6))]);
}

#[test]
fn a_marker_far_ahead_of_the_line_end_is_counted_as_damage() {
    let line = [b"@hb1 5 out ".to_vec(), vec![b'x'; 100_000], b"\n".to_vec()].concat();
    assert!(matches!(scan(&line)[..], [Item::Damaged { why: Damage::TooLong, .. }]));
}

#[test]
fn the_last_record_needs_no_line_end() {
    assert_eq!(scan(encode(&record(1)).as_bytes()), vec![Item::Record(record(1))]);
}

/// The longest record with as many blanks as may follow it, wherever in a long line it begins.
#[test]
fn the_longest_record_is_found_at_the_end_of_any_line() {
    let with =
        |text: usize| Record { fields: vec![("text".into(), "x".repeat(text))], ..record(1) };
    let longest = with(MAX_RECORD - encode(&with(1)).len() + 1);
    assert_eq!(encode(&longest).len(), MAX_RECORD);
    for noise in (0..3000).step_by(100) {
        let line = format!("{}{}{}\n", "x".repeat(noise), encode(&longest), " ".repeat(32));
        assert_eq!(scan(line.as_bytes()), vec![Item::Record(longest.clone())], "{noise}");
    }
}

#[test]
fn of_a_line_of_a_megabyte_a_few_kilobytes_are_kept() {
    let mut scanner = Scanner::default();
    scanner.feed(&vec![b'x'; 1 << 20]);
    assert!(scanner.line.capacity() < 8192, "{}", scanner.line.capacity());
}

/// Its first byte is the last of what is forgotten.
#[test]
fn a_marker_that_begins_in_what_is_forgotten_is_counted_as_damage() {
    let line = [vec![b'x'; WINDOW - 1], MARKER.to_vec(), vec![b'x'; 3 * WINDOW]].concat();
    assert!(matches!(scan(&line)[..], [Item::Damaged { why: Damage::TooLong, .. }]));
}
