//! Exits as the lab counts them, beside those that KVM counts itself.

use std::collections::BTreeMap;

use results::PlatformRun;

use crate::columns::{built, built_for, figures, other_arch};
use crate::common::{output, run, stderr, stdout};
use crate::split::{count, whole};

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
pub(crate) fn counts(platform: &PlatformRun) -> [Counts; 2] {
    let notes = &platform.boots[0].notes;
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

/// Runs ten of each of these `operations` on a platform, and what goes with them, and checks these counters of
/// KVM's and that the lab has counted the reason of each operation.
fn assert_agreed(
    platform: &str,
    operations: &[(&str, &str)],
    counters: &[(&str, &[&str])],
    more: &[&str],
) {
    let names: Vec<_> = operations.iter().map(|(bench, _)| *bench).collect();
    let bench = format!("{{{}}}", names.join(","));
    let arguments = ["--platform", platform, "--events", "--batches", "6"];
    let (document, code) =
        run(&[&arguments[..], &["--iterations", "10", "--bench", &bench], more].concat());
    assert_eq!(code, 0, "{platform}");
    let [told, counted] = counts(&document.platforms[0]);
    assert!(told["exits"] > 1000, "{told:?}");
    for (name, reasons) in counters {
        let sum: u64 = reasons.iter().filter_map(|reason| counted.get(*reason)).sum();
        assert_eq!(sum, told[*name], "{platform}: {name}: {counted:?}");
    }
    for (bench, reason) in operations {
        assert!(counted[*reason] >= 10, "{bench}: {counted:?}");
    }
}

#[test]
fn exits_are_as_many_as_kvm_itself_counts() {
    if !built() {
        return;
    }
    assert_agreed("lab-kvm-npt:statistics=on", OPERATIONS, COUNTERS, &[]);
}

/// A page of tables at each of three levels at least, and one more for each 2 MiB that are in small pages.
#[test]
fn small_pages_take_kvm_more_page_tables() {
    if !built() {
        return;
    }
    let on = "lab-kvm-npt:statistics=on";
    let platforms = ["--platform", on, "--platform", &format!("{on},thp=off,label=small")];
    let bench = ["--bench", "cold-access", "--batches", "3", "--events"];
    let (lab, code) = run(&[&platforms[..], &bench].concat());
    assert_eq!(code, 0);
    let sizes = lab.platforms.iter().map(|it| counts(it)[0]["page_tables_kib"]);
    let [huge, small] = sizes.collect::<Vec<_>>()[..] else { panic!("two platforms") };
    assert!((12..48).contains(&huge) && huge % 4 == 0, "{huge}");
    assert!((huge + 32..512).contains(&small) && small % 4 == 0, "{small}, {huge}");
}

/// A guest of a guest leaves it once for CPUID, to the KVM outside, which has that inside answer. What
/// this one executes for it leaves it several times: the two together are what the outer KVM counts.
#[test]
fn the_exits_of_both_levels_are_as_many_as_the_outer_kvm_counts() {
    if !built() {
        return;
    }
    let nested = "lab-kvm-npt:depth=2,statistics=on,label=nested";
    let platforms = ["--platform", "lab-native", "--platform", "lab-kvm-npt", "--platform", nested];
    let bench = ["--bench", "{cpuid,in,sgdt}", "--batches", "3", "--events"];
    let (lab, code) = run(&[&platforms[..], &bench].concat());
    assert_eq!(code, 0);
    assert_eq!(whole(&lab, "lab-native"), 9);
    let [told, counted] = counts(&lab.platforms[2]);
    assert_eq!(told["exits"], counted["exits"] + counted["outer_exits"], "{counted:?}");
    for (bench, reason) in [("cpuid", "exit_cpuid"), ("in", "exit_io_in")] {
        for name in ["exits", reason] {
            assert_eq!(count(&lab, "nested", bench, name).to_bits(), 1_f64.to_bits(), "{bench}");
        }
        let outer = count(&lab, "nested", bench, "outer_exits");
        assert!(outer > 3.0, "VMRUN, and what is around it: {outer}");
        let [nested, direct] = ["nested", "lab-kvm-npt"].map(|label| figures(&lab, label)[bench]);
        assert!(nested > 5.0 * direct, "{bench}: {nested}, {direct}");
    }
    assert_eq!(figures(&lab, "nested")["sgdt"].to_bits(), 1_f64.to_bits());
}

/// The sender's and the receiver's, each as KVM has counted those of its virtual CPU.
#[test]
fn the_exits_of_each_cpu_are_as_many_as_kvm_counts() {
    if !built() {
        return;
    }
    let platform = ["--platform", "lab-kvm-npt:cpus=2,statistics=on", "--events"];
    let (lab, code) = run(&[
        &platform[..],
        &["--bench", "{ipi,ipi-running}", "--batches", "3", "--iterations", "10"],
    ]
    .concat());
    assert_eq!(code, 0);
    let [told, counted] = counts(&lab.platforms[0]);
    for cpu in ["cpu0", "cpu1"] {
        for (name, reasons) in COUNTERS {
            let of = |name: &str| counted.get(&format!("{cpu}_{name}"));
            let sum: u64 = reasons.iter().filter_map(|reason| of(reason)).sum();
            assert_eq!(sum, told[&format!("{cpu}_{name}")], "{cpu} {name}: {counted:?}");
        }
    }
    assert!(counted["cpu1_exit_hlt"] >= 30 && counted["cpu1_exit_intr"] >= 30, "{counted:?}");
    assert_eq!(told["cpu0_exits"] + told["cpu1_exits"], told["exits"]);
}

#[test]
fn what_there_is_not_at_depth_2_is_said() {
    if !built() {
        return;
    }
    let refused = |arguments: &[&str]| {
        let run = output(arguments);
        assert_eq!(run.status.code(), Some(3), "{}", stdout(&run));
        stdout(&run) + &stderr(&run)
    };
    let run = ["run", "--bench", "in", "--platform"];
    let at = |spec: &str| refused(&[&run[..], &[spec]].concat());
    assert!(at("lab-kvm-npt:depth=3").contains("depth=3 is neither 1 nor 2"));
    let memory =
        refused(&["run", "--bench", "in", "--platform", "lab-kvm-npt:depth=2", "--memory", "4G"]);
    assert!(memory.contains("room for 3904 MiB at most"), "{memory}");
    let profile = refused(&["profile", "lab-kvm-npt:depth=2", "in"]);
    assert!(profile.contains("there are no profiles at depth=2"), "{profile}");
}

#[test]
fn another_architectures_hypercalls_are_too_in_each_mode() {
    let arch = &other_arch().name;
    if !built_for(arch) {
        return;
    }
    let operations = [("hypercall", "exit_hypercall"), ("read-id", "exit_sysreg_read")];
    for mode in ["nvhe", "vhe", "protected"] {
        let platform = format!("lab-kvm-npt:statistics=on,mode={mode}");
        assert_agreed(&platform, &operations, OTHER_COUNTERS, &["--arch", arch]);
    }
}
