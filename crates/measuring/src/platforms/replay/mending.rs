//! Console logs that came by way of terminals, web pages and loggers. Records that were cut at a
//! terminal's width, or that escape sequences went into, are put together again. Their checksums say
//! whether that was right, so nothing is made up.

use ground::clean;
use protocol::{Item, MAX_RECORD, Record, Scanner};

/// What a record starts with.
const MARKER: &str = "@hb1 ";

/// Lines that a record is cut into at the most: those of a terminal of 40 columns.
const MOST_PIECES: usize = MAX_RECORD / 40 + 1;

/// A record and what may stand before it, in bytes.
const LONGEST: usize = 2 * MAX_RECORD;

/// The log with every record that can be mended on a line of its own. All else stays as it is.
pub(crate) fn mend(log: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = log.split_inclusive(|byte| *byte == b'\n').collect();
    let mut mended = Vec::with_capacity(log.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let whole = is_torn(line).then(|| put_together(&lines[at..])).flatten();
        let (text, pieces) = match &whole {
            Some((record, pieces)) => (record.as_bytes(), *pieces),
            None => (*line, 1),
        };
        mended.extend_from_slice(text);
        at += pieces;
    }
    mended
}

fn is_torn(line: &[u8]) -> bool {
    let mut scanner = Scanner::default();
    let items = scanner.feed(line).into_iter().chain(scanner.finish());
    items.last().is_some_and(|item| matches!(item, Item::Damaged { .. }))
}

/// The record that `lines` begin with, and how many of them it takes.
fn put_together(lines: &[&[u8]]) -> Option<(String, usize)> {
    let mut length = 0;
    let near = lines.iter().take(MOST_PIECES).take_while(|line| {
        length += line.len();
        length <= LONGEST
    });
    let pieces: Vec<String> = near.map(|line| clean(line).replace('\n', "")).collect();
    (1..=pieces.len()).find_map(|count| {
        let (last, cut) = pieces[..count].split_last()?;
        // What is copied from a terminal lacks the blanks at the ends of its lines.
        let longest = cut.iter().map(String::len).max().unwrap_or(0);
        let ways = [0, longest, longest + 1].map(|width| joined(cut, width) + last);
        Some((ways.iter().find_map(|text| record(text, pieces[0].len()))?, count))
    })
}

/// The pieces behind one another, each at least `width` long.
fn joined(pieces: &[String], width: usize) -> String {
    pieces.iter().map(|piece| format!("{piece:width$}")).collect()
}

/// The line of the record that begins in the first `first` bytes of `text` and takes all the rest.
fn record(text: &str, first: usize) -> Option<String> {
    let text = text.trim_end();
    let starts = text.match_indices(MARKER).map(|(at, _)| at).take_while(|at| *at < first);
    let mut candidates = starts.map(|at| &text[at..]);
    let record = candidates.find(|text| Record::parse(text.as_bytes()).is_ok())?;
    Some(format!("{record}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use protocol::encode;

    fn line(seq: u64, reason: &str) -> String {
        let fields =
            vec![("bench".to_owned(), "in".to_owned()), ("reason".to_owned(), reason.into())];
        encode(&Record { seq, kind: "end".to_owned(), fields })
    }

    fn mended(log: &str) -> String {
        String::from_utf8(mend(log.as_bytes())).unwrap()
    }

    /// As a terminal of so many columns shows the log; what is copied lacks blanks at ends of lines.
    fn wrapped(log: &str, columns: usize) -> String {
        let cut = |line: &str| -> Vec<String> {
            let bytes: Vec<&[u8]> = line.as_bytes().chunks(columns).collect();
            bytes.iter().map(|part| String::from_utf8_lossy(part).trim_end().to_owned()).collect()
        };
        log.lines().flat_map(cut).map(|line| line + "\n").collect()
    }

    #[test]
    fn a_good_log_stays_as_it_is() {
        let log =
            format!("SeaBIOS\x1b[2J\r\n[ 0.1] {}\r\n{}x\n\nno end", line(0, "a b"), line(1, ""));
        assert_eq!(mended(&log), log);
    }

    #[test]
    fn records_that_a_terminal_cut_are_whole_again() {
        let log = ["a line of the firmware that is longer than eighty columns, which is what cuts it here\n",
            &line(0, "a reason so long that eighty columns do not hold it, which terminals break"), "\n",
            &line(1, "short"), "\n"].concat();
        for columns in 40..100 {
            let mended = mended(&wrapped(&log, columns));
            for seq in [0, 1] {
                let record = log.lines().nth(seq + 1).unwrap();
                assert!(mended.lines().any(|line| line == record), "{columns} columns: {mended}");
            }
        }
    }

    #[test]
    fn escape_sequences_within_records_are_taken_out() {
        let record = line(3, "colours");
        let coloured = record.replace("reason=", "\x1b[1mreason\x1b[0m=") + "\x1b[K\r\n";
        assert_eq!(mended(&coloured), record + "\n");
    }

    #[test]
    fn what_cannot_be_mended_is_left_for_the_reader_to_name() {
        let log = line(4, "cut").replace("cut", "cat") + "\n" + &line(5, "whole") + "\n";
        assert_eq!(mended(&log), log);
    }

    proptest! {
        #[test]
        fn no_log_panics_and_no_record_is_lost(noise in "(@hb1 |[ -~\\n\\x1b]){0,150}", columns in 30usize..90) {
            let record = line(7, "kept");
            let log = format!("{}\n{record}\n", wrapped(&noise, columns));
            let mended = mended(&log);
            prop_assert!(mended.lines().any(|line| line.ends_with(&record)));
            prop_assert_eq!(mended.matches(MARKER).count(), log.matches(MARKER).count(), "no damage is hidden");
        }
    }
}
