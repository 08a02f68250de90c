//! How long is sampled, and what is made of it.

use results::Stop;

use crate::common::{only, output, result, run, stderr, stdout};

const DETERMINISTIC: [&str; 5] = ["--platform", "qemu-tcg", "--deterministic", "--bench", "smsw"];

#[test]
fn exactly_counted_operations_are_precise_at_once_and_have_no_width() {
    let (document, _) = run(&DETERMINISTIC);
    let smsw = result(&document, "smsw");
    assert_eq!(smsw.stopped, Some(Stop::Precise));
    assert_eq!((smsw.low, smsw.high), (Some(1.0), Some(1.0)));
    let estimate = smsw.estimate.as_ref().unwrap();
    assert_eq!((estimate.batches, estimate.outliers.severe), (30, 0));
}

#[test]
fn a_number_of_batches_is_exact_and_together_with_a_precision_the_fewest() {
    let batches = |more: &[&str]| {
        let (document, _) = run(&[&DETERMINISTIC[..], more].concat());
        (only(&document).boots[0].benchmarks[0].samples.len(), result(&document, "smsw").stopped)
    };
    assert_eq!(batches(&["--batches", "7"]), (7, Some(Stop::Batches)));
    assert_eq!(batches(&["--batches", "9", "--precision", "5%"]), (9, Some(Stop::Precise)));
}

#[test]
fn a_precision_out_of_reach_ends_with_the_time() {
    let arguments = ["--platform", "qemu-tcg", "--bench", "in", "--precision", "0.0001"];
    let (document, code) = run(&arguments);
    assert_eq!((code, result(&document, "in").stopped), (0, Some(Stop::Budget)));
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
fn the_paper_suite_boots_three_times_and_says_how_far_boots_lie_apart() {
    let arguments = ["run", "--platform", "qemu-tcg", "--suite", "paper", "--bench", "in"];
    let output = output(&arguments);
    assert!(stdout(&output).contains("between boots"), "{}", stdout(&output));
    assert!(stderr(&output).contains("boot 3 of 3"), "{}", stderr(&output));
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
    assert!(csv.lines().next().unwrap().ends_with(",reason,operations,p50,p90,p99,p99_9,max"));
    let table = stdout(&output(&[&arguments[..], &["--histogram"]].concat()));
    assert!(table.contains("p99.9") && table.contains('█'), "{table}");
}
