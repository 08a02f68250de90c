use proptest::prelude::*;

use super::*;
use crate::encode;

fn record() -> impl Strategy<Value = Record> {
    let field = ("[a-z][a-z0-9_-]{0,12}", "[ -~]{0,60}");
    (any::<u64>(), "[a-z0-9-]{1,10}", prop::collection::vec(field, 0..8))
        .prop_map(|(seq, kind, fields)| Record { seq, kind, fields })
}

proptest! {
    #[test]
    fn what_is_written_is_read(record in record()) {
        let line = encode(&record);
        prop_assume!(line.len() <= MAX_RECORD);
        prop_assert_eq!(Record::parse(line.as_bytes()), Ok(record));
    }

    #[test]
    fn a_flipped_bit_is_always_noticed(record in record(), at in any::<prop::sample::Index>()) {
        let mut line = encode(&record).into_bytes();
        prop_assume!(line.len() <= MAX_RECORD);
        let bit = at.index(line.len() * 8);
        line[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(Record::parse(&line).is_err());
    }

    #[test]
    fn a_cut_record_is_always_noticed(record in record(), at in any::<prop::sample::Index>()) {
        let line = encode(&record).into_bytes();
        prop_assert!(Record::parse(&line[..at.index(line.len())]).is_err());
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..1200)) {
        let _ = Record::parse(&bytes);
        let _ = Record::parse(&[MARKER, &bytes].concat());
    }

    /// A correct checksum over nonsense must not get past the grammar, nor panic.
    #[test]
    fn checksummed_nonsense_does_not_panic(text in "[ -~]{0,200}") {
        let body = format!("hb1 {text}");
        let line = format!("@{body} *{:08x}", crc32fast::hash(body.as_bytes()));
        if let Ok(record) = Record::parse(line.as_bytes()) {
            let again = encode(&record);
            prop_assert_eq!(Record::parse(again.as_bytes()), Ok(record));
        }
    }
}

fn summed(body: &str) -> Vec<u8> {
    format!("@{body} *{:08x}", crc32fast::hash(body.as_bytes())).into_bytes()
}

#[test]
fn the_checksum_is_that_of_zlib() {
    // python3 -c 'import zlib; print(hex(zlib.crc32(b"hb1 0 done benchmarks=3")))'
    let record = Record::parse(b"@hb1 0 done benchmarks=3 *0261410d").unwrap();
    assert_eq!(record.get("benchmarks"), Some("3"));
    assert_eq!(encode(&record), "@hb1 0 done benchmarks=3 *0261410d");
}

#[test]
fn quotes_and_backslashes_are_unescaped() {
    let record = Record::parse(&summed(r#"hb1 4 note text="say \"hi\" \\ bye" end="""#)).unwrap();
    assert_eq!(record.get("text"), Some(r#"say "hi" \ bye"#));
    assert_eq!(record.get("end"), Some(""));
    assert_eq!(record.get("missing"), None);
}

#[test]
fn lines_that_break_a_rule_are_refused() {
    for body in [
        "hb1  0 done",             // two spaces
        "hb1 0 done ",             // a trailing space
        "hb1 -1 done",             // not a number
        "hb1 0 Done",              // not lower case
        "hb1 0 note text",         // no value
        "hb1 0 note text=\"a",     // an open quote
        "hb1 0 note text=\"a\"b",  // text behind a quote
        "hb1 0 note text=a\"b",    // a quote in a bare value
        r#"hb1 0 note text="\n""#, // an unknown escape
        "hb1 99999999999999999999 done",
    ] {
        assert_eq!(Record::parse(&summed(body)), Err(Damage::Malformed), "{body}");
    }
}

#[test]
fn the_length_limit_is_exact() {
    let body = |n: usize| format!("hb1 0 note text={}", "x".repeat(n));
    let overhead = summed(&body(0)).len();
    assert!(Record::parse(&summed(&body(MAX_RECORD - overhead))).is_ok());
    assert_eq!(Record::parse(&summed(&body(MAX_RECORD - overhead + 1))), Err(Damage::TooLong));
}
