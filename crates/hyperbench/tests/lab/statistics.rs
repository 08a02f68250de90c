//! Exits as the lab counts them, beside those that KVM counts itself.

use std::collections::BTreeMap;

use results::Document;

use crate::columns::{built, built_for, other_arch};
use crate::common::run;

/// Ten operations, and the reason for which each leaves the guest.
const OPERATIONS: &[(&str, &str)] = &[
    ("hypercall", "exit_hypercall"),
    ("cold-access", "exit_npf"),
    ("in", "exit_io_in"),
    ("out", "exit_io_out"),
    ("cpuid", "exit_cpuid"),
    ("mmio-read-8", "exit_npf"),
    ("wbinvd", "exit_wbinvd"),
    ("eoi", "exit_msr_write"),
    ("timer-latency", "exit_intr"),
    ("halt-wake", "exit_hlt"),
];

/// KVM's counters, and the reasons whose exits each of them counts.
const COUNTERS: &[(&str, &[&str])] = &[
    ("exits", &["exits"]),
    ("io_exits", &["exit_io_in", "exit_io_out"]),
    ("hypercalls", &["exit_hypercall"]),
    ("halt_exits", &["exit_hlt"]),
    ("irq_exits", &["exit_intr"]),
    ("irq_window_exits", &["exit_vintr"]),
];

/// The other architecture's. Its `exits` leave out what is served below Linux, and hold entries that
/// an interrupt has forestalled.
const OTHER_COUNTERS: &[(&str, &[&str])] = &[("hvc_exit_stat", &["exit_hypercall"])];

type Counts = BTreeMap<String, u64>;

/// What the first boot's note says that KVM has counted from start to end, and what the lab has.
fn counts(document: &Document) -> [Counts; 2] {
    let notes = &document.platforms[0].boots[0].notes;
    let both = |note: &String| {
        let said = note.strip_prefix("from start to end KVM says ")?;
        let (told, counted) = said.split_once("; counted: ")?;
        Some([told, counted].map(|text| {
            let pairs = text.split(' ').map(|word| word.split_once('=').expect(word));
            pairs.map(|(name, count)| (name.to_owned(), count.parse().unwrap())).collect()
        }))
    };
    notes.iter().find_map(both).unwrap_or_else(|| panic!("{notes:?}"))
}

/// Runs ten operations of `bench`, and what goes with them, and checks these counters of KVM's.
/// Returns what the lab has counted.
fn agreed(bench: &str, counters: &[(&str, &[&str])], more: &[&str]) -> Counts {
    let arguments = ["--platform", "lab-kvm-npt:statistics=on", "--events", "--batches", "6"];
    let (document, code) =
        run(&[&arguments[..], &["--iterations", "10", "--bench", bench], more].concat());
    assert_eq!(code, 0, "{bench}");
    let [told, counted] = counts(&document);
    assert!(told["exits"] > 1000, "{bench}: {told:?}");
    for (name, reasons) in counters {
        let sum: u64 = reasons.iter().filter_map(|reason| counted.get(*reason)).sum();
        assert_eq!(sum, told[*name], "{bench}: {name} {counted:?}");
    }
    counted
}

#[test]
fn exits_are_as_many_as_kvm_itself_counts() {
    if !built() {
        return;
    }
    for (bench, reason) in OPERATIONS {
        let counted = agreed(bench, COUNTERS, &[]);
        assert!(counted[*reason] >= 10, "{bench}: {counted:?}");
    }
}

#[test]
fn another_architectures_hypercalls_are_too() {
    let arch = &other_arch().name;
    if !built_for(arch) {
        return;
    }
    for (bench, reason) in [("hypercall", "exit_hypercall"), ("read-id", "exit_sysreg_read")] {
        let counted = agreed(bench, OTHER_COUNTERS, &["--arch", arch]);
        assert!(counted[reason] >= 10, "{bench}: {counted:?}");
    }
}
