//! How long is sampled, and what is made of it.

use std::process::Command;

use results::{Document, Stop};

use crate::common::log::Log;
use crate::common::{data_home, failed, folder, only, output, path, result, run, stderr, stdout};

const DETERMINISTIC: [&str; 5] = ["--platform", "qemu-tcg", "--deterministic", "--bench", "smsw"];

#[test]
fn exactly_counted_operations_have_no_width_and_one_boot_says_it_all() {
    let suite = [&DETERMINISTIC[..], &["--suite", "quick"]].concat();
    let (document, _) = run(&suite);
    let smsw = result(&document, "smsw");
    assert_eq!((smsw.low, smsw.high), (Some(1.0), Some(1.0)));
    let estimate = smsw.estimate.as_ref().unwrap();
    assert_eq!((estimate.batches, estimate.outliers.severe), (30, 0));
    assert_eq!(only(&document).boots.len(), 1);
    assert_eq!(only(&document).speed, None, "no reference is timed where time does not count");
}

#[test]
fn a_number_of_batches_is_exact_and_a_precision_is_reached_by_boots() {
    let (document, _) = run(&[&DETERMINISTIC[..], &["--batches", "7"]].concat());
    assert_eq!(only(&document).boots[0].benchmarks[0].samples.len(), 7);
    assert_eq!(result(&document, "smsw").stopped, Some(Stop::Batches));
    let (document, _) = run(&[&DETERMINISTIC[..], &["--precision", "5%"]].concat());
    assert_eq!(only(&document).boots.len(), 1, "known exactly after the first");
}

#[test]
fn without_time_a_boot_takes_batches_for_an_interval_of_its_own_unless_there_are_other_boots() {
    // No emulator executes so many within a third of the time for a benchmark.
    let long = ["--platform", "qemu-tcg", "--suite", "full", "--bench", "in", "--iterations"];
    for (boots, least) in [("1", 6), ("3", 3)] {
        let (document, _) = run(&[&long[..], &["1000000", "--boots", boots]].concat());
        let taken = |boot: &results::Boot| boot.benchmarks[0].samples.len();
        assert!(only(&document).boots.iter().all(|boot| taken(boot) == least), "{document:?}");
    }
}

#[test]
fn beside_every_batch_the_reference_is_timed_and_says_how_fast_the_machine_was() {
    let arguments = ["--platform", "qemu-tcg", "--bench", "{in,sgdt}", "--boots", "4"];
    let (document, code) = run(&arguments);
    let platform = only(&document);
    assert_eq!((code, platform.boots.len()), (0, 4), "{:?}", failed(&document));
    let samples = || platform.boots.iter().flat_map(|b| &b.benchmarks).flat_map(|m| &m.samples);
    assert!(samples().count() >= 4 * 2 * 3 && samples().all(|s| s.before > Some(0)));
    let speed = platform.speed.unwrap();
    assert!(speed.floor > 0.0 && (0.0..=1.0).contains(&speed.quiet), "{speed:?}");
    for summary in &platform.benchmarks {
        // On a busy machine an operation may be below what can be told from nothing, and too few
        // batches may be quiet for an interval.
        assert!(summary.low.is_none() || summary.low < summary.high, "{summary:?}");
        assert_eq!(summary.typical.is_some(), summary.value.is_some(), "{summary:?}");
    }
    // From the second boot on the guest knows what quiet is.
    let asked = |round: usize| {
        let hello = platform.boots[round].guest.kernel.as_ref().unwrap();
        hello.cmdline.contains(" quiet=")
    };
    assert!(asked(1) && asked(3));
}

#[test]
fn a_counter_that_advances_in_steps_leaves_no_figure_without_width() {
    let folder = folder();
    let log = path(&folder, "coarse.log");
    let mut console = Log::default()
        .boot("in")
        .record("idle", &[("min", "26"), ("median", "26"), ("step", "26")])
        .record("reference", &[("rounds", "10"), ("ticks", "1000")])
        .record("begin", &[("bench", "in"), ("category", "io")])
        .record("plan", &[("bench", "in"), ("n", "100"), ("batches", "8")]);
    for i in ["0", "1", "2", "3", "4", "5", "6", "7"] {
        let times = [("run", "12012"), ("control", "312"), ("before", "1000"), ("after", "1010")];
        console = console.record("sample", &[&[("bench", "in"), ("i", i)][..], &times].concat());
    }
    let end = [("bench", "in"), ("status", "ok"), ("stopped", "batches")];
    std::fs::write(&log, console.record("end", &end).done().text()).unwrap();
    let arguments = ["run", "--platform", &format!("replay:{log}"), "--json"];
    let document: Document = serde_json::from_str(&stdout(&output(&arguments))).unwrap();
    let figure = result(&document, "in");
    // 11,700 ticks by 100 operations, and a step of 26 by as many.
    assert_eq!(figure.value, Some(117.0));
    assert!((figure.high.unwrap() - 117.26).abs() < 1e-9, "{figure:?}");
    let table = stdout(&output(&arguments[..3]));
    assert!(table.contains("in steps of 26") && table.contains("one boot"), "{table}");
}

#[test]
fn platforms_boot_in_turn_and_deterministic_boots_are_identical() {
    let more = ["--platform", "qemu-tcg:label=b", "--boots", "3", "--bench", "{in,out,s?dt}"];
    let (document, code) = run(&[&DETERMINISTIC[..], &more].concat());
    assert_eq!((code, document.platforms.len()), (0, 2));
    for platform in &document.platforms {
        let [one, two, three] = &platform.boots[..] else { panic!("{:?}", platform.boots) };
        assert_eq!([one.round, two.round, three.round], [1, 2, 3]);
        assert!(one.benchmarks.len() > 4);
        assert_eq!(one.benchmarks, two.benchmarks);
        assert_eq!(one.benchmarks, three.benchmarks);
        for summary in &platform.benchmarks {
            assert_eq!(summary.boots.len(), 3);
            assert_eq!((summary.low, summary.high), (summary.value, summary.value));
            assert_eq!(summary.spread.unwrap().between, Some(0.0));
        }
    }
}

#[test]
fn the_paper_suite_boots_several_times_and_says_how_far_boots_lie_apart() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyperbench"));
    let arguments =
        ["run", "--details", "--platform", "qemu-tcg", "--suite", "paper", "--bench", "in"];
    let output = command.args(arguments).env("XDG_DATA_HOME", data_home()).output().unwrap();
    assert!(stdout(&output).contains("between boots"), "{}", stdout(&output));
    assert!(stdout(&output).contains("of the batches quiet"), "{}", stdout(&output));
    assert!(stderr(&output).contains("boot 1"), "{}", stderr(&output));
}

#[test]
fn single_operations_are_timed_and_shown_as_percentiles_and_bars() {
    let arguments = ["run", "--platform", "qemu-tcg", "--bench", "smsw", "--latency=500"];
    let (document, code) = run(&arguments[1..]);
    let latency = result(&document, "smsw").latency.as_ref().unwrap();
    assert_eq!((code, latency.count, latency.missing()), (0, 500, 0));
    let ascending = [latency.min, latency.p50, latency.p90, latency.p99, latency.p99_9];
    assert!(ascending.is_sorted() && latency.p99_9 <= latency.max, "{latency:?}");
    let csv = stdout(&output(&[&arguments[..], &["--format", "csv"]].concat()));
    assert!(
        csv.lines()
            .next()
            .unwrap()
            .ends_with(",reason,operations,p50,p90,p99,p99_9,max,typical,ratio_low,ratio_high")
    );
    let table = stdout(&output(&[&arguments[..], &["--histogram"]].concat()));
    assert!(table.contains("p99.9") && table.contains('█'), "{table}");
}
