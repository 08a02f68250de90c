//! Guests whose CPUs have a processor each.

use results::{Document, Function, Parts, Profile, Share, Summary, Worlds};

use crate::columns::{built, figures};
use crate::common::{output, run, stderr, stdout};
use crate::patch::{Patch, SVM, patched_modules};
use crate::vmx;

/// The first batches after a boot may have a timer of the Linux around the guests in them; the median of so many has
/// none.
const BATCHES: [&str; 4] = ["--batches", "15", "--iterations", "20"];

fn summary<'a>(lab: &'a Document, label: &str, bench: &str) -> &'a Summary {
    let platform = lab.platforms.iter().find(|run| run.label == label).expect(label);
    platform.benchmarks.iter().find(|summary| summary.name == bench).expect(bench)
}

/// What all processors together executed of a loop.
fn sum(shares: &[Share], of: impl Fn(&Worlds) -> Parts) -> [u64; 6] {
    let counts = shares.iter().map(|share| of(&share.worlds).counts());
    counts.fold([0; 6], |sum, counts| std::array::from_fn(|part| sum[part] + counts[part]))
}

/// Exits of one operation.
fn exits(share: &Share) -> u64 {
    let events = share.events.as_ref().unwrap();
    let exits = events.counters["exits"];
    (exits.run - exits.control) / events.n
}

/// Twice the same to the bit, and each instruction is one processor's: of an IPI both have a part, of an
/// operation of one CPU the other has none.
#[test]
fn what_two_processors_execute_for_an_ipi_is_exact_and_sums_to_the_figure() {
    if !built() {
        return;
    }
    let (native, nested) = ("lab-native:cpus=2", "lab-kvm-npt:cpus=2");
    let benches = ["ipi", "ipi-running", "tlb-shootdown", "cpuid"];
    let bench = format!("{{{}}}", benches.join(","));
    let platforms = ["--platform", native, "--platform", nested];
    let more = ["--events", "--verify", "--bench", &bench];
    let (lab, code) = run(&[&platforms[..], &BATCHES, &more].concat());
    assert_eq!(code, 0);
    for (label, bench) in [native, nested].iter().flat_map(|label| benches.map(|it| (*label, it))) {
        let result = summary(&lab, label, bench);
        let (worlds, shares) = (result.worlds.expect(bench), &result.shares);
        assert_eq!(shares.len(), 2, "{label} {bench}");
        let rounding = (worlds.total() - result.value.unwrap()).abs();
        assert!(rounding < 1e-6, "{label} {bench}: {rounding}");
        assert_eq!(sum(shares, |of| of.run), worlds.run.counts(), "{label} {bench}");
        assert_eq!(sum(shares, |of| of.control), worlds.control.counts(), "{label} {bench}");
    }
    let [alone, answer] =
        [&summary(&lab, nested, "cpuid").shares[..], &summary(&lab, nested, "ipi-running").shares];
    assert_eq!([exits(&alone[0]), exits(&alone[1])], [1, 0]);
    assert_eq!(alone[1].worlds.total().to_bits(), 0_f64.to_bits());
    assert_eq!([exits(&answer[0]), exits(&answer[1])], [1, 2]);
    let [sender, receiver] = [&answer[0], &answer[1]].map(|share| share.worlds.total());
    assert!(1000.0 < sender && sender < receiver && receiver < 10_000.0, "{sender}, {receiver}");
    let figures = figures(&lab, nested);
    assert!(figures["ipi"] > figures["ipi-running"], "the receiver has to be woken");
}

/// Functions of KVM's module for SVM that the sender and the receiver execute, 37 instructions longer.
#[test]
fn a_patch_on_an_ipis_way_shows_on_the_processor_that_executes_it() {
    if !built() {
        return;
    }
    let plain = "lab-kvm-npt:cpus=2";
    for (handler, more) in [("svm_deliver_interrupt", [37.0, 0.0]), ("svm_inject_irq", [0.0, 37.0])]
    {
        let folder = tempfile::tempdir().unwrap();
        let modules = patched_modules(&folder, &Patch { handler, ..SVM });
        let patched = format!("{plain},label=patched,modules={}", modules.display());
        let platforms = ["--platform", plain, "--platform", &patched];
        let bench = ["--bench", "ipi-running", "--events"];
        let (lab, code) = run(&[&platforms[..], &BATCHES, &bench].concat());
        assert_eq!(code, 0);
        let costs = |label| {
            let shares = &summary(&lab, label, "ipi-running").shares;
            shares.iter().map(|share| share.worlds.total()).collect::<Vec<_>>()
        };
        let (before, after) = (costs(plain), costs("patched"));
        for ((after, before), more) in after.iter().zip(before).zip(more) {
            let grown = after - before;
            // Both wait for each other, and look once more or less in a batch for what they wait for.
            assert!((grown - more).abs() < 1.0, "{handler}: {grown} for {more}");
        }
    }
}

/// Function by function, on each processor what it executes: from the sender's write to its APIC through KVM,
/// to the receiver, which leaves its guest for the interrupt, and for the write that ends it.
#[test]
fn a_profile_follows_an_ipi_from_the_sender_to_the_receiver() {
    if !built() {
        return;
    }
    let asked = ["profile", "lab-kvm-npt:cpus=2", "ipi-running", "--format", "json"];
    let run = output(&[&asked[..], &["--iterations", "20"]].concat());
    assert!(run.status.success(), "{}", stderr(&run));
    let profile: Profile = serde_json::from_str(&stdout(&run)).unwrap();
    assert_eq!(profile.idle, 0, "each instruction is a function's on a processor");
    let executed = |name: &str| {
        let of =
            |number| move |one: &&Function| (one.processor, &*one.name) == (Some(number), name);
        [0, 1]
            .map(|number| profile.functions.iter().filter(of(number)).map(|it| it.own).sum::<i64>())
    };
    let [sender, receiver] = executed("kvm_irq_delivery_to_apic_fast");
    assert!(sender > 0 && receiver == 0, "{sender} {receiver}");
    let [sender, receiver] = executed("kvm_check_and_inject_events");
    assert!(receiver > sender, "{sender} {receiver}");
    let left = profile.left.iter().chain(profile.answers.iter().filter_map(|it| it.left.as_ref()));
    let left: Vec<_> = left.map(|it| (it.processor, it.reason.as_str())).collect();
    assert_eq!(left, [(Some(0), "msr_write"), (Some(1), "intr"), (Some(1), "msr_write")]);
    let way: u64 = profile.answers.iter().flat_map(|it| &it.way).map(|turn| turn.own).sum();
    assert!((5000..7000).contains(&way), "{way}");
}

/// Bochs' processors execute side by side: a figure is what one of them executes meanwhile, and a halted one costs
/// the other no time.
#[test]
#[ignore = "it takes minutes: make test-intel"]
fn on_intels_side_an_ipi_takes_what_its_sender_executes() {
    if !vmx::available() {
        return;
    }
    let (native, nested) = ("lab-vmx-native:cpus=2", "lab-kvm-ept:cpus=2");
    let bench = ["--bench", "{ipi-running,ipi,cpuid}", "--batches", "3", "--iterations", "20"];
    let platforms = ["--platform", native, "--platform", nested, "--events"];
    let (lab, code) = run(&[&platforms[..], &bench].concat());
    assert_eq!(code, 0);
    for (label, bench) in
        [native, nested].iter().flat_map(|it| ["ipi-running", "ipi", "cpuid"].map(|one| (it, one)))
    {
        let result = summary(&lab, label, bench);
        let [sender, receiver] = &result.shares[..] else { panic!("{label} {bench}: {result:?}") };
        let (value, executed) = (result.value.unwrap(), sender.worlds.total());
        assert!((value - executed).abs() < 1.0, "{label} {bench}: {value}, {executed}");
        assert!(result.worlds.is_none(), "both together execute more than it takes");
        assert_eq!(receiver.worlds.total() > 0.0, bench != "cpuid", "{label} {bench}");
    }
    let exits =
        |bench: &str| summary(&lab, nested, bench).shares.iter().map(exits).collect::<Vec<_>>();
    assert_eq!(exits("cpuid"), [1, 0]);
    assert_eq!(exits("ipi-running")[0], 1);
    assert!(vmx::is_near(summary(&lab, nested, "cpuid").value.unwrap(), 1134.0));
}

#[test]
fn what_there_is_of_one_processor_alone_is_said() {
    if !built() {
        return;
    }
    for (arguments, why) in [
        (
            &["run", "--bench", "in", "--platform", "lab-kvm-npt:cpus=2,depth=2"][..],
            "a guest of a guest",
        ),
        (&["run", "--bench", "in", "--platform", "lab-kvm-npt:cpus=9"], "the lab has 8 at most"),
        (
            &["run", "--bench", "in", "--platform", "lab-xen-pvh:placement=apart"],
            "separate nor share",
        ),
        (
            &["run", "--bench", "in", "--platform", "lab-kvm-npt:halt_poll_ns=x"],
            "no number of nanoseconds",
        ),
    ] {
        let refused = output(arguments);
        let said = stdout(&refused) + &stderr(&refused);
        assert_eq!(refused.status.code(), Some(3), "{said}");
        assert!(said.contains(why), "{said}");
    }
}
