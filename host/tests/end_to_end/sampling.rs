//! How long is sampled, and what is made of it.

use hyperbench::results::Stop;

use crate::common::{only, result, run};

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
        let (document, _) = run(&[&DETERMINISTIC, more].concat());
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
