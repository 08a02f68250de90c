//! Who executes an operation of the lab, how often it leaves the guest, and where the instructions
//! are.

use results::{Document, Parts, PlatformRun, Summary};

use crate::columns::{built, built_for, other_arch, raw};
use crate::common::{output, run, stderr, stdout};

/// The columns where a plugin counts.
const ON_QEMU: &str = "lab-{native,kvm-npt,kvm-shadow,qemu-tcg,xen-{pvh,hvm}}";

fn summary<'a>(document: &'a Document, platform: &str, bench: &str) -> &'a Summary {
    let run = document.platforms.iter().find(|run| run.label == platform).expect(platform);
    run.benchmarks.iter().find(|summary| summary.name == bench).expect(bench)
}

pub fn count(document: &Document, platform: &str, bench: &str, counter: &str) -> f64 {
    let events = summary(document, platform, bench).events.as_ref().expect(bench);
    events.counters.get(counter).map_or(0.0, |event| event.per_operation)
}

/// Instructions of one operation in the part called `name`.
pub fn part(document: &Document, platform: &str, bench: &str, name: &str) -> f64 {
    let index = Parts::NAMES.iter().position(|part| *part == name).expect(name);
    summary(document, platform, bench).worlds.expect(bench).per_operation()[index]
}

/// Of the overhead of an operation that leaves the guest once, the share that is executed outside.
fn outside(
    lab: &Document,
    natively: &str,
    platform: &PlatformRun,
    result: &Summary,
) -> Option<f64> {
    let exits = result.events.as_ref()?.counters.get("exits")?.per_operation;
    let native = summary(lab, natively, &result.name).value.unwrap_or(0.0);
    let cost = result.value?;
    let share = || {
        let outside = ["hypervisor", "device_model", "el2"];
        let parts = outside.map(|name| part(lab, &platform.label, &result.name, name));
        parts.iter().sum::<f64>() / (cost - native)
    };
    (exits.to_bits() == 1_f64.to_bits()).then(share)
}

/// Ticks of the clock that nobody may have executed an instruction in, of the operations and of the
/// control: on Bochs one for each interrupt that makes the processor leave the guest.
fn without_instruction(natively: &str, result: &Summary) -> (u64, u64) {
    let events = result.events.iter().filter(|_| natively == "lab-vmx-native");
    let counters = events.flat_map(|events| &events.counters);
    let interrupts = counters
        .filter(|(name, _)| ["exit_intr", "exit_interrupt_window"].contains(&name.as_str()));
    interrupts.fold((0, 0), |sum, (_, event)| (sum.0 + event.run, sum.1 + event.control))
}

/// Checks that on every platform the parts sum to the figure, and to every tick of a batch, and that a
/// single exit explains what it costs more than `natively`; returns how many figures that are.
pub fn whole(lab: &Document, natively: &str) -> usize {
    let mut figures = 0;
    for platform in &lab.platforms {
        let label = &platform.label;
        for result in platform.benchmarks.iter().filter(|result| result.value.is_some()) {
            let worlds = result.worlds.unwrap_or_else(|| panic!("{label} {}", result.name));
            let boot = platform.boots.last().unwrap();
            let measured = boot.benchmarks.iter().find(|one| one.name == result.name).unwrap();
            assert_eq!(Some(worlds.total()), result.value, "{label} {}", result.name);
            // Nobody waits in these operations: every tick is an instruction that was counted, or
            // one behind a trapped access to a register.
            let counters = result.events.iter().flat_map(|events| events.counters.keys());
            if !counters.into_iter().any(|name| name.starts_with("exit_sysreg")) {
                let others = (worlds.run.other, worlds.control.other);
                let (run, control) = without_instruction(natively, result);
                assert!(
                    others.0 <= run && others.1 <= control,
                    "{label} {} {others:?}",
                    result.name
                );
            }
            let ticks = |sample: &results::Sample| (sample.run, sample.control);
            let sum = |parts: &Parts| parts.counts().iter().sum::<u64>();
            let sums = (sum(&worlds.run), sum(&worlds.control));
            assert!(measured.samples.iter().any(|sample| ticks(sample) == sums), "{label}");
            if let Some(share) = outside(lab, natively, platform, result) {
                assert!((0.95..=1.05).contains(&share), "{label} {}: {share}", result.name);
            }
            figures += 1;
        }
    }
    figures
}

/// QEMU's emulation of AMD's processors goes on where a hypervisor wants to be told of XSETBV.
#[test]
fn a_guest_is_left_for_xsetbv_where_its_hypervisor_asks_for_that() {
    if !built() {
        return;
    }
    let columns =
        ["--platform", "lab-kvm-npt", "--platform", "lab-kvm-shadow", "--platform", "lab-xen-pvh"];
    let arguments = ["--bench", "xsetbv", "--events", "--batches", "3"];
    let (lab, code) = run(&[&columns[..], &arguments].concat());
    assert_eq!(code, 0);
    for platform in columns.iter().skip(1).step_by(2) {
        for name in ["exits", "exit_xsetbv"] {
            assert_eq!(count(&lab, platform, "xsetbv", name).to_bits(), 1_f64.to_bits());
        }
        assert!(part(&lab, platform, "xsetbv", "hypervisor") > 1000.0, "{platform}");
    }
}

#[test]
fn on_every_column_the_parts_sum_to_the_cost_and_exits_have_their_reasons() {
    if !built() {
        return;
    }
    let arguments = ["--platform", ON_QEMU, "--suite", "paper", "--events", "--batches", "3"];
    let (lab, code) = run(&arguments);
    assert_eq!(code, 0);
    assert!(whole(&lab, "lab-native") > 60);

    let count = |platform: &str, bench: &str, name: &str| count(&lab, platform, bench, name);
    let counts = |platform: &str, bench: &str, name: &str, expected: f64| {
        let found = count(platform, bench, name);
        assert_eq!(found.to_bits(), expected.to_bits(), "{platform} {bench} {name}: {found}");
    };
    let part = |platform: &str, bench: &str, name: &str| part(&lab, platform, bench, name);
    for platform in ["lab-kvm-npt", "lab-kvm-shadow", "lab-xen-pvh", "lab-xen-hvm"] {
        counts(platform, "hypercall", "exits", 1.0);
        counts(platform, "hypercall", "exit_hypercall", 1.0);
        counts(platform, "hypercall", "user_exits", 0.0);
        counts(platform, "sgdt", "exits", 0.0);
        assert_eq!(part(platform, "sgdt", "guest_kernel").to_bits(), 1_f64.to_bits(), "{platform}");
        assert!(part(platform, "hypercall", "hypervisor") > 1000.0, "{platform}");
    }
    for platform in ["lab-kvm-npt", "lab-kvm-shadow", "lab-xen-hvm"] {
        counts(platform, "in", "exit_io_in", 1.0);
        counts(platform, "in", "user_exits", 1.0);
        assert!(part(platform, "in", "device_model") > 1000.0, "{platform}");
    }
    counts("lab-kvm-npt", "set-cr3", "exits", 0.0);
    counts("lab-kvm-shadow", "set-cr3", "exit_cr3_write", 1.0);
    assert!(count("lab-kvm-shadow", "cold-access", "exit_pf") >= 1.0);
    assert!(count("lab-kvm-npt", "cold-access", "exit_npf") < 0.1, "huge pages");
    let unexpected = |platform: &str, bench: &str| {
        summary(&lab, platform, bench).events.as_ref()?.unexpected_exits()
    };
    for platform in ["lab-xen-pvh", "lab-xen-hvm"] {
        assert_eq!(unexpected(platform, "smsw"), Some((1.0, 0)), "Xen intercepts it");
    }
    for bench in ["smsw", "hypercall", "in", "set-cr3"] {
        assert_eq!(unexpected("lab-kvm-npt", bench), None, "{bench}");
        assert_eq!(unexpected("lab-kvm-shadow", bench), None, "{bench}: nothing is expected there");
    }
    for platform in ["lab-native", "lab-qemu-tcg"] {
        // What the guest does is counted natively, as use_*.
        let events = summary(&lab, platform, "in").events.iter().flat_map(|e| &e.counters);
        let exits = events.into_iter().filter(|(name, _)| name.contains("exit"));
        assert!(exits.into_iter().all(|(_, event)| event.run == 0), "{platform} has no exits");
    }
    assert!(part("lab-qemu-tcg", "sgdt", "guest_kernel") < 1.0, "QEMU executes it");

    // Counting hardly takes a figure out of what batches say without it: a marker more in the guest, and KVM
    // finds its pages by a path that is an instruction longer or shorter.
    let (plain, _) = run(&["--platform", "lab-kvm-npt", "--suite", "paper", "--batches", "3"]);
    for result in &plain.platforms[0].benchmarks {
        let counted = summary(&lab, "lab-kvm-npt", &result.name).value;
        let (Some(plain), Some(counted)) = (&result.estimate, counted) else { continue };
        let slack = 0.05 + plain.max * 0.001;
        let bounds = plain.min - slack..=plain.max + slack;
        assert!(bounds.contains(&counted), "{}: {counted}, not {bounds:?}", result.name);
        assert!(result.worlds.is_none());
    }
}

/// The same where another architecture's hypervisor is emulated; twice.
#[test]
fn another_architectures_instructions_are_split_to_the_last_and_the_same_twice() {
    let arch = &other_arch().name;
    if !built_for(arch) {
        return;
    }
    let arguments = ["--arch", arch, "--platform", "lab-*", "--suite", "paper"];
    let arguments = [&arguments[..], &["--events", "--batches", "3"]].concat();
    let (lab, code) = run(&arguments);
    assert_eq!(code, 0);
    assert!(whole(&lab, "lab-native") > 40);
    let nested = "lab-kvm-npt";
    for (bench, reason, leaves_kernel) in
        [("hypercall", "exit_hypercall", 0), ("read-id", "exit_sysreg_read", 0)]
            .into_iter()
            .chain([("in", "exit_data_abort_read", 1), ("out", "exit_data_abort_write", 1)])
    {
        let counts = ["exits", reason, "user_exits"].map(|name| count(&lab, nested, bench, name));
        let expected = [1.0, 1.0, f64::from(leaves_kernel)];
        assert_eq!(counts.map(f64::to_bits), expected.map(f64::to_bits), "{bench}: {counts:?}");
        let device_model = part(&lab, nested, bench, "device_model");
        assert_eq!(device_model > 100.0, leaves_kernel == 1, "{bench}: {device_model}");
        let hypervisor = ["hypervisor", "el2"].map(|name| part(&lab, nested, bench, name));
        assert!(hypervisor.iter().all(|part| *part > 500.0), "{bench}: {hypervisor:?}");
    }
    for bench in ["set-ttbr0", "tlbi", "set-page-table"] {
        assert_eq!(count(&lab, nested, bench, "exits").to_bits(), 0_f64.to_bits(), "{bench}");
        assert_eq!(part(&lab, nested, bench, "hypervisor").to_bits(), 0_f64.to_bits(), "{bench}");
    }
    let (again, _) = run(&arguments);
    for (first, second) in lab.platforms.iter().zip(&again.platforms) {
        assert_eq!(raw(first), raw(second));
    }
}

/// The functions of an IN on a platform on whose processor KVM's own are called so, checked against each other.
pub fn profile_of_in(platform: &str, vendor: &str) -> String {
    let run = output(&["profile", platform, "in", "--format", "json"]);
    assert!(run.status.success(), "{}", stderr(&run));
    let text = stdout(&run);
    let profile: results::Profile = serde_json::from_str(&text).unwrap();
    let own: i64 = profile.functions.iter().map(|function| function.own).sum();
    assert_eq!((own, profile.idle), (profile.total, 0));
    let stacks: i64 = profile.stacks.iter().map(|stack| stack.own).sum();
    assert_eq!(stacks, own);
    let find = |name: &str| {
        let found = profile.functions.iter().find(|function| function.name == name);
        found.unwrap_or_else(|| panic!("{name} is not there: {text}"))
    };
    let run = find("kvm_arch_vcpu_ioctl_run");
    assert_eq!((run.module.as_str(), run.world.as_str()), ("kvm", "hypervisor"));
    let own_module = if vendor == "svm" { "kvm_amd" } else { "kvm_intel" };
    assert_eq!(find(&format!("__{vendor}_vcpu_run")).module, own_module);
    assert_eq!(find("do_syscall_64").module, "linux");
    assert_eq!(run.calls, profile.n.cast_signed(), "once for each IN");
    assert!(profile.functions.iter().any(|one| one.module.starts_with("qemu-system")));

    // The guest does nothing besides, so that one exit is all of an operation, with the instruction itself
    // where it is the guest's.
    let left = profile.left.as_ref().expect("it leaves the guest");
    assert_eq!((left.reason.as_str(), left.world.as_str()), ("io_in", "guest_kernel"));
    assert!(left.instruction.starts_with("in ") && !left.function.is_empty(), "{left:?}");
    let way: u64 = profile.way.iter().map(|turn| turn.own).sum();
    let guests = profile.functions.iter().filter(|one| one.world == "guest_kernel");
    let guest: i64 = guests.map(|function| function.own).sum();
    assert_eq!((way * profile.n).cast_signed() + guest, profile.total);
    let [exits] = &profile.exits[..] else { panic!("all exits are alike: {text}") };
    assert_eq!((&exits.left.reason, exits.left.address), (&left.reason, left.address));
    assert_eq!(exits.lengths, vec![way; usize::try_from(profile.n).unwrap()]);
    let place = |name: &str| profile.way.iter().position(|turn| turn.name == name).expect(name);
    let handles = format!("{vendor}_handle_exit");
    let order = [&*handles, "kvm_fast_pio", "device model", "complete_fast_pio_in"];
    assert!(order.map(place).is_sorted(), "{text}");
    text
}

#[test]
fn a_profile_names_the_functions_of_an_exit_and_is_the_same_twice() {
    if built() {
        let profile = || profile_of_in("lab-kvm-npt", "svm");
        assert_eq!(profile(), profile());
    }
}
