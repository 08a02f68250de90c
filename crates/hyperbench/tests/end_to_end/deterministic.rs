//! With a tick an instruction, costs are known exactly: the suite's ground truth, on every
//! architecture that the tool carries a kernel for.

use std::collections::BTreeMap;

use ground::Arch;
use results::{Document, Status};

use crate::common::{failed, kernel_sources, only, output, result, run, stderr};

/// Operations of an architecture that are compared with what their code says, at least.
const LEAST: usize = 40;

/// Instructions per operation, from the architecture's own folder.
fn exact_costs(arch: &str) -> BTreeMap<String, f64> {
    let path = kernel_sources().join("arch").join(arch).join("exact.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{e}: {}", path.display()));
    toml::from_str(&text).unwrap()
}

/// One CPU: with more, whose turn it is decides what an IPI costs. More batches would say the same again.
fn deterministic(arch: &str) -> Document {
    let one_cpu = ["--platform", "qemu-tcg", "--deterministic", "--cpus", "1", "--batches", "4"];
    let (document, code) = run(&[&one_cpu[..], &["--suite", "full", "--arch", arch]].concat());
    assert_eq!(code, 0, "{:?}", failed(&document));
    for b in &only(&document).benchmarks {
        assert!(matches!(b.status, Status::Ok | Status::Skipped), "{b:?}");
    }
    document
}

#[test]
fn costs_are_exact_and_two_runs_are_identical() {
    for arch in Arch::names() {
        let first = deterministic(arch);
        let costs = exact_costs(arch);
        let (count, mut skipped) = (costs.len(), 0);
        for (name, cost) in costs {
            let found = result(&first, &name);
            // What machine and emulator lack is skipped, whatever it would cost.
            if found.status == Status::Skipped {
                skipped += 1;
                continue;
            }
            let value = found.value.unwrap_or(0.0); // idle is below any resolution
            assert!((value - cost).abs() < f64::EPSILON, "{arch} {name}: {found:?}");
        }
        assert!(count - skipped >= LEAST, "{arch}: {skipped} of {count} are skipped");
        let second = deterministic(arch);
        let (one, other) = (&only(&first).boots[0], &only(&second).boots[0]);
        for (one, other) in one.benchmarks.iter().zip(&other.benchmarks) {
            assert_eq!((&one.name, one.status), (&other.name, other.status), "{arch}");
            // A timer that advances in steps wakes a CPU sooner or later by where the step is.
            assert!(one == other || one.category == "timer", "{arch}: {one:?}\n{other:?}");
        }
        assert_eq!((&one.guest.timer, &one.guest.idle), (&other.guest.timer, &other.guest.idle));
        // Not the length of the boot: how often the guest has to ask whether it may send the next
        // character depends on how soon QEMU gets rid of the last.
    }
}

#[test]
fn what_is_the_same_twice_is_said() {
    let exact = ["run", "--platform", "qemu-tcg", "--deterministic", "--cpus", "1"];
    let said = output(&[&exact[..], &["--bench", "sgdt", "--batches", "3", "--verify"]].concat());
    assert_eq!(said.status.code(), Some(0), "{}", stderr(&said));
    let told = stderr(&said).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("qemu-tcg: no difference: the "), "{told}");
}
