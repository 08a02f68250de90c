//! The lab's machine with VMX, in Bochs.

use results::Document;

use crate::columns::built;
use crate::common::{arch_with, output, run, skip, stdout};
use crate::split::{count, part, profile_of_in, whole};

/// Whether the columns can be used; prints why not.
pub fn available() -> bool {
    let list = stdout(&output(&["list", "platforms", "--format", "csv"]));
    let row = list.lines().find(|line| line.starts_with("lab-kvm-ept,"));
    match row {
        _ if arch_with("vmxon").name != std::env::consts::ARCH => {
            skip("this machine's kernels have no VMX");
            false
        }
        _ => built(),
    }
}

/// The figure of a benchmark in the column `label`, in instructions.
pub fn figure(document: &Document, label: &str, bench: &str) -> f64 {
    let run = document.platforms.iter().find(|run| run.label == label).expect(label);
    let summary = run.benchmarks.iter().find(|one| one.name == bench).expect(bench);
    summary.value.unwrap_or_else(|| panic!("{label} {bench}: {}", summary.reason))
}

/// Whether `value` is at most 5 % from `known`.
pub fn is_near(value: f64, known: f64) -> bool {
    (value / known - 1.0).abs() <= 0.05
}

pub fn is_one(value: f64) -> bool {
    value.to_bits() == 1_f64.to_bits()
}

#[test]
fn a_shadow_vmcs_saves_a_guest_its_exits_for_vmread() {
    if !available() {
        return;
    }
    let without = "lab-kvm-ept:enable_shadow_vmcs=0,label=without";
    let (document, code) =
        run(&["--platform", "lab-kvm-ept", "--platform", without, "--bench", "vmread"]);
    assert_eq!(code, 0);
    assert!(figure(&document, "lab-kvm-ept", "vmread") < 20.0);
    assert!(figure(&document, "without", "vmread") > 1000.0);
}

/// Exits, instructions by who executes them, and ticks are told apart by code inside Bochs, twice the same; all of a
/// figure is somebody's, and it is the same as without counting.
#[test]
fn what_leaves_the_guest_is_as_long_as_known_and_what_is_counted_sums_to_it() {
    if !available() {
        return;
    }
    let columns = ["lab-vmx-native", "lab-kvm-ept", "lab-kvm-vmx-shadow"];
    let platforms: Vec<_> = columns.iter().flat_map(|name| ["--platform", *name]).collect();
    let bench = [
        "--bench",
        "{sgdt,set-cr3,hypercall,in,out,cpuid,cold-access,page-fault}",
        "--batches",
        "3",
    ];
    let (plain, _) = run(&[&platforms[..], &bench].concat());
    let (counted, code) = run(&[&platforms[..], &bench, &["--events", "--verify"]].concat());
    assert_eq!(code, 0, "two runs differ, or not all is measured");
    for name in columns {
        assert!(is_one(figure(&plain, name, "sgdt")), "{name}");
    }
    let [native, ept, shadow] = columns;
    for (name, bench, known) in [
        (ept, "hypercall", 1167.0),
        (ept, "in", 6150.0),
        (ept, "out", 9955.0),
        (shadow, "hypercall", 1161.0),
        (shadow, "set-cr3", 1390.0),
    ] {
        let value = figure(&plain, name, bench);
        assert!(is_near(value, known), "{name} {bench}: {value}");
    }
    assert!([native, ept].iter().all(|name| is_one(figure(&plain, name, "set-cr3"))));
    assert!(figure(&plain, shadow, "cold-access") > 100.0 * figure(&plain, ept, "cold-access"));
    assert!(whole(&counted, "lab-vmx-native") > 15);
    for result in counted.platforms.iter().flat_map(|run| &run.benchmarks) {
        let Some(events) = &result.events else { continue };
        let exits: f64 = reasons(events).map(|(_, count)| count).sum();
        let all = events.counters.get("exits").map_or(0.0, |event| event.per_operation);
        assert!((exits - all).abs() < 1e-9, "{}: {events:?}", result.name);
    }
    for (name, bench, reason) in [
        (ept, "hypercall", "exit_hypercall"),
        (ept, "cpuid", "exit_cpuid"),
        (ept, "in", "exit_io_in"),
        (shadow, "set-cr3", "exit_cr3_write"),
        (shadow, "cold-access", "exit_pf"),
    ] {
        assert!(is_one(count(&counted, name, bench, reason)), "{name} {bench} {reason}");
    }
    assert!(count(&counted, ept, "cold-access", "exit_ept_violation") < 0.1, "huge pages");
    assert!(is_one(count(&counted, ept, "in", "user_exits")));
    assert!(part(&counted, ept, "in", "device_model") > 1000.0);
    assert!(part(&counted, ept, "hypercall", "hypervisor") > 1000.0);
    for name in columns {
        for bench in ["sgdt", "set-cr3", "hypercall", "in", "cpuid"].map(str::to_owned) {
            if name == columns[0] && bench == "hypercall" {
                continue;
            }
            let [plain, counted] = [&plain, &counted].map(|run| figure(run, name, &bench));
            assert!((plain - counted).abs() <= plain * 0.001, "{name} {bench}: {plain}, {counted}");
        }
    }
}

/// How often each reason was seen.
fn reasons(events: &results::Events) -> impl Iterator<Item = (&str, f64)> {
    let all = events.counters.iter().filter(|(name, _)| name.starts_with("exit_"));
    all.map(|(name, event)| (name.as_str(), event.per_operation))
}

#[test]
fn a_profile_on_intels_side_follows_an_exit_to_the_device_model_and_back() {
    if available() {
        let profile: results::Profile =
            serde_json::from_str(&profile_of_in("lab-kvm-ept", "vmx")).unwrap();
        let (run, code) = run(&["--platform", "lab-kvm-ept", "--bench", "in"]);
        let each = profile.total as f64 / profile.n as f64;
        assert!(code == 0 && is_near(each, figure(&run, "lab-kvm-ept", "in")), "{each}");
    }
}
