//! Recorded console logs: which boots and which benchmarks they hold.

use std::collections::HashMap;
use std::ops::Range;

use protocol::{Benchmark, Event, Item, Scanner};

/// Where each boot's part of the log is; a boot's first record is its `hello`.
pub(crate) fn boots(log: &[u8]) -> Vec<Range<usize>> {
    let hello = memchr::memmem::find_iter(log, b"@hb1 0 hello ");
    let line_start = |at: usize| memchr::memrchr(b'\n', &log[..at]).map_or(0, |end| end + 1);
    let mut starts: Vec<usize> = hello.map(line_start).skip(1).collect();
    starts.dedup();
    let mut edges = vec![0];
    edges.extend(starts.into_iter().filter(|&start| start > 0));
    edges.push(log.len());
    edges.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// The benchmarks that the log's command lines ask for and those that it announces.
pub(crate) fn benchmarks(log: &[u8]) -> Vec<Benchmark> {
    let mut scanner = Scanner::default();
    let items = scanner.feed(log).into_iter().chain(scanner.finish());
    let records = items.filter_map(|item| match item {
        Item::Record(record) => Event::from_record(&record).ok(),
        _ => None,
    });
    let mut catalogue = Catalogue::default();
    for event in records {
        match event {
            Event::Hello(hello) => {
                let words = hello.cmdline.split(' ').filter_map(|word| word.strip_prefix("bench="));
                // Places in the catalogue name nothing that the log does not announce.
                let names =
                    words.flat_map(|list| list.split(',')).filter(|it| !it.starts_with('#'));
                names.for_each(|name| catalogue.add(name, ""));
            }
            Event::Begin(begin) => catalogue.add(&begin.bench, &begin.category),
            Event::Plan(plan) => catalogue.add(&plan.bench, ""),
            Event::Sample(sample) => catalogue.add(&sample.bench, ""),
            Event::Latency(latency) => catalogue.add(&latency.bench, ""),
            Event::End(end) => catalogue.add(&end.bench, ""),
            _ => {}
        }
    }
    catalogue.list
}

/// Benchmarks in the order in which they were first seen.
#[derive(Default)]
struct Catalogue {
    list: Vec<Benchmark>,
    places: HashMap<String, usize>,
}

impl Catalogue {
    fn add(&mut self, name: &str, category: &str) {
        let place = *self.places.entry(name.to_owned()).or_insert(self.list.len());
        if place == self.list.len() {
            self.list.push(Benchmark::named(name, category));
        } else if self.list[place].category.is_empty() {
            category.clone_into(&mut self.list[place].category);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{Record, encode};

    fn line(seq: u64, kind: &str, fields: &[(&str, &str)]) -> String {
        let fields = fields.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        encode(&Record { seq, kind: kind.to_owned(), fields }) + "\n"
    }

    #[test]
    fn every_hello_starts_a_boot_and_firmware_before_the_first_belongs_to_it() {
        let log =
            ["SeaBIOS\n", &line(0, "hello", &[]), "x\n", "noise", &line(0, "hello", &[])].concat();
        let parts: Vec<_> = boots(log.as_bytes()).into_iter().map(|part| &log[part]).collect();
        assert_eq!(parts.len(), 2);
        assert!(parts[0].starts_with("SeaBIOS") && parts[0].ends_with("x\n"));
        assert!(parts[1].starts_with("noise@hb1 0 hello"));
        assert!(boots(b"").into_iter().eq(std::iter::once(0..0)));
    }

    #[test]
    fn benchmarks_come_from_the_command_line_and_from_every_record_that_names_one() {
        let log = [
            line(0, "hello", &[("cmdline", "debug-exit=0xf4 bench=b,a batches=5")]),
            line(1, "begin", &[("bench", "b"), ("category", "io")]),
            line(2, "end", &[("bench", "c"), ("status", "ok")]),
        ];
        let found = benchmarks(log.concat().as_bytes());
        let found: Vec<_> = found.iter().map(|b| (&b.name[..], &b.category[..])).collect();
        assert_eq!(found, [("b", "io"), ("a", ""), ("c", "")]);
    }
}
