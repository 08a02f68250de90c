//! A thousand guests that lie: recorded consoles with bytes, records and figures changed, and
//! records that no kernel ever sent. Each goes all the way from its console to every output.

mod outputs;

use std::sync::mpsc::channel;
use std::time::Duration;

use protocol::{Item, Record, Scanner, encode};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use outputs::show_everywhere;
use results::{Document, Status};

const GUESTS: u64 = 1000;

/// Far more than the slowest takes, also where many tests share a processor.
const PATIENCE: Duration = Duration::from_secs(120);

/// What real guests said, of two boots and of benchmarks that fault among others.
const CONSOLES: [&str; 5] = [
    include_str!("../../tests/data/consoles/batches.log"),
    include_str!("../../tests/data/consoles/faults.log"),
    include_str!("../../tests/data/consoles/gaps.log"),
    include_str!("../../tests/data/consoles/latency.log"),
    include_str!("../../tests/data/consoles/timed.log"),
];

/// Values at which arithmetic goes wrong, and some that are no numbers.
const EXTREMES: [&str; 20] = [
    "0",
    "1",
    "2",
    "127",
    "128",
    "3775",
    "3776",
    "4294967295",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "0xffffffffffffffff",
    "-1",
    "",
    "nan",
    "ok",
    "0:18446744073709551615,3775:18446744073709551615",
    "18446744073709551615,0",
];

#[test]
fn a_thousand_fuzzed_guests_reach_every_output_without_a_panic_or_a_hang() {
    let (sender, done) = channel();
    let worker = std::thread::spawn(move || {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("console.log").display().to_string();
        for seed in 0..GUESTS {
            println!("guest {seed}");
            std::fs::write(&file, console(&mut ChaCha8Rng::seed_from_u64(seed))).unwrap();
            let document = show_everywhere(&file);
            document.iter().for_each(check);
            let benchmarks = document.map_or(0, |document| document.platforms[0].benchmarks.len());
            sender.send(benchmarks).unwrap();
        }
    });
    let mut benchmarks = 0;
    for seed in 0..GUESTS {
        match done.recv_timeout(PATIENCE) {
            Ok(found) => benchmarks += found,
            Err(_) if worker.is_finished() => break,
            Err(error) => panic!("guest {seed} hangs: {error}"),
        }
    }
    worker.join().expect("no guest makes the tool panic");
    assert!(benchmarks > 1000, "only {benchmarks} benchmarks were believed");
}

/// What holds whatever was said: there is a figure where all is well, and else a reason.
fn check(document: &Document) {
    for b in document.platforms.iter().flat_map(|run| &run.benchmarks) {
        let has_figure = b.value.is_some() || b.is_below_resolution();
        assert_eq!(b.status == Status::Ok, has_figure, "{b:?}");
        assert!(b.status == Status::Ok || !b.reason.is_empty(), "{b:?}");
    }
}

/// What a guest that lies says.
fn console(random: &mut ChaCha8Rng) -> Vec<u8> {
    let recorded = CONSOLES.choose(random).unwrap();
    let mut records = records(recorded);
    for _ in 0..random.random_range(0..12) {
        distort(&mut records, random);
    }
    let renumber = random.random_bool(0.8);
    let mut console = Vec::new();
    let mut due = 0;
    for record in &mut records {
        if renumber {
            due = if record.kind == "hello" { 0 } else { due };
            record.seq = due;
            due += 1;
        }
        console.extend(format!("{}\r\n", encode(record)).into_bytes());
    }
    for _ in 0..[0, 0, 0, 1, 5, 50].choose(random).copied().unwrap_or_default() {
        let at = random.random_range(0..console.len());
        console[at] = random.random();
    }
    if random.random_bool(0.1) {
        console.truncate(random.random_range(0..console.len()));
    }
    console
}

fn records(console: &str) -> Vec<Record> {
    let items = Scanner::default().feed(console.as_bytes());
    items.into_iter().filter_map(|i| if let Item::Record(r) = i { Some(r) } else { None }).collect()
}

/// Changes one thing.
fn distort(records: &mut Vec<Record>, random: &mut ChaCha8Rng) {
    let at = random.random_range(0..records.len());
    let other = random.random_range(0..records.len());
    let fields = records[at].fields.len();
    match random.random_range(0..10) {
        0 if records.len() > 1 => drop(records.remove(at)),
        1 => records.insert(other, records[at].clone()),
        2 => records.swap(at, other),
        3 => records[at].kind = records[other].kind.clone(),
        4 => records[at].seq = EXTREMES.choose(random).unwrap().parse().unwrap_or(7),
        5 => {
            let more = records[other].fields.clone();
            records[at].fields.extend(more);
        }
        6 if fields > 0 => drop(records[at].fields.remove(random.random_range(0..fields))),
        _ if fields > 0 => {
            // The name of a benchmark is seldom touched: what is said of none goes nowhere.
            let field = random.random_range(fields.min(2) - 1..fields);
            let extreme: &str = EXTREMES.choose(random).unwrap();
            extreme.clone_into(&mut records[at].fields[field].1);
        }
        _ => {}
    }
}
