//! With a tick an instruction, costs are known exactly: the suite's ground truth.

use hyperbench::results::Document;

use crate::common::{assert_measured, only, result, run};

fn deterministic() -> Document {
    let (document, code) = run(&["--platform", "qemu-tcg", "--deterministic"]);
    assert_eq!(code, 0, "{document:?}");
    assert_measured(&document, &["hypercall"]);
    document
}

#[test]
fn costs_are_exact_and_two_runs_are_identical() {
    let first = deterministic();
    for name in ["sgdt", "sidt", "sldt", "smsw", "lgdt", "set-cr3", "in", "out"] {
        assert_eq!(result(&first, name).value, Some(1.0), "{name}");
    }
    assert_eq!(result(&first, "pushf-popf").value, Some(2.0));
    let second = deterministic();
    let (one, other) = (&only(&first).boots[0], &only(&second).boots[0]);
    assert_eq!(one.benchmarks, other.benchmarks);
    assert_eq!((&one.guest.timer, &one.guest.idle), (&other.guest.timer, &other.guest.idle));
    assert_eq!(one.start.boot_cycles, other.start.boot_cycles);
}
