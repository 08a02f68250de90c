//! The lab's machine with VMX, in Bochs.

use std::sync::OnceLock;

use results::Document;

use crate::columns::built;
use crate::common::{arch_with, run, skip};
use crate::linux::is_built;
use crate::split::{count, part, profile_of_in, whole};

/// Whether the columns can be used; prints why not.
pub fn available() -> bool {
    let has_vmx = arch_with("vmxon").name == std::env::consts::ARCH;
    if !has_vmx {
        skip("this machine's kernels have no VMX");
    }
    has_vmx && built()
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

/// The columns of an Intel processor's KVM.
const COLUMNS: [&str; 3] = ["lab-vmx-native", "lab-kvm-ept", "lab-kvm-vmx-shadow"];

/// A run of these operations on them, with `more` words.
fn columns(operations: &str, more: &[&str]) -> (Document, i32) {
    let platforms: Vec<_> = COLUMNS.iter().flat_map(|name| ["--platform", *name]).collect();
    run(&[&platforms[..], &["--bench", operations, "--batches", "3"], more].concat())
}

/// Their figures where nobody counts, which several tests look at.
fn plain() -> &'static Document {
    static PLAIN: OnceLock<Document> = OnceLock::new();
    PLAIN.get_or_init(|| {
        let (plain, _) =
            columns("{sgdt,set-cr3,hypercall,in,out,cpuid,cold-access,page-fault,vmread}", &[]);
        plain
    })
}

#[test]
fn a_shadow_vmcs_saves_a_guest_its_exits_for_vmread() {
    if !available() {
        return;
    }
    let without = "lab-kvm-ept:enable_shadow_vmcs=0,label=without";
    let (document, code) = run(&["--platform", without, "--bench", "vmread", "--batches", "3"]);
    assert_eq!(code, 0);
    assert!(figure(plain(), "lab-kvm-ept", "vmread") < 20.0);
    assert!(figure(&document, "without", "vmread") > 1000.0);
}

/// Exits, instructions by who executes them, and ticks are told apart by code inside Bochs, twice the same; all of a
/// figure is somebody's, and it is the same as without counting.
#[test]
fn what_leaves_the_guest_is_as_long_as_known_and_what_is_counted_sums_to_it() {
    if !available() {
        return;
    }
    let plain = plain();
    let operations = "{sgdt,set-cr3,hypercall,in,out,cpuid,cold-access,page-fault}";
    let (counted, code) = columns(operations, &["--events", "--verify"]);
    assert_eq!(code, 0, "two runs differ, or not all is measured");
    for name in COLUMNS {
        assert!(is_one(figure(plain, name, "sgdt")), "{name}");
    }
    let [native, ept, shadow] = COLUMNS;
    for (name, bench, known) in [
        (ept, "hypercall", 1167.0),
        (ept, "in", 6150.0),
        (ept, "out", 9955.0),
        (shadow, "hypercall", 1161.0),
        (shadow, "set-cr3", 1390.0),
    ] {
        let value = figure(plain, name, bench);
        assert!(is_near(value, known), "{name} {bench}: {value}");
    }
    assert!([native, ept].iter().all(|name| is_one(figure(plain, name, "set-cr3"))));
    assert!(figure(plain, shadow, "cold-access") > 100.0 * figure(plain, ept, "cold-access"));
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
    for name in COLUMNS {
        for bench in ["sgdt", "set-cr3", "hypercall", "in", "cpuid"].map(str::to_owned) {
            if name == COLUMNS[0] && bench == "hypercall" {
                continue;
            }
            let [plain, counted] = [plain, &counted].map(|run| figure(run, name, &bench));
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
        let each = profile.total as f64 / profile.n as f64;
        assert!(is_near(each, figure(plain(), "lab-kvm-ept", "in")), "{each}");
    }
}

/// Linux and its programs choose what they execute by what they find out of the processor.
#[test]
#[ignore = "it takes minutes: make test-intel"]
fn linux_and_its_programs_execute_on_intels_side_below_kvm_what_they_do_natively() {
    if !available() || !is_built(std::env::consts::ARCH) {
        return;
    }
    let words = ["--guest", "linux", "--bench", "{getppid,records-write,gzip}", "--events"];
    let platforms = ["--platform", COLUMNS[0], "--platform", COLUMNS[1], "--batches", "3"];
    let (document, code) = run(&[&words[..], &platforms].concat());
    assert_eq!(code, 0, "{document:?}");
    let differ = |bench, name: &str, most: f64| {
        let [native, guest] = [0, 1].map(|at| part(&document, COLUMNS[at], bench, name));
        assert!((guest / native - 1.0).abs() <= most, "{bench} {name}: {native}, {guest}");
    };
    differ("getppid", "guest_kernel", 0.0);
    differ("records-write", "guest_kernel", 0.005);
    differ("gzip", "guest_user", 0.00002);
    // Linux asks for 250 ticks in a second, which is 2,419,200,000 instructions there.
    let ticks = count(&document, COLUMNS[0], "gzip", "part_interrupt");
    let due = figure(&document, COLUMNS[0], "gzip") * 250.0 / 2_419_200_000.0;
    assert!((ticks - due).abs() <= 2.0, "{ticks}, not {due}");
    // Below KVM there is no topology of several processors to ask for.
    let asked = count(&document, COLUMNS[0], "gzip", "part_user_cpuid");
    let exits = count(&document, COLUMNS[1], "gzip", "exit_cpuid");
    assert!(exits > 10.0 && (exits..exits + 8.0).contains(&asked), "{asked}, {exits}");
    assert_eq!(count(&document, COLUMNS[0], "getppid", "part_user_cpuid").to_bits(), 0);
    assert!(part(&document, COLUMNS[1], "gzip", "hypervisor") > 10_000.0);
}
