//! KVM without QEMU, where the machine has it. Where it does not, these tests say that they
//! skip.

use results::{Document, Ending, Status, Summary};

use crate::common::{
    clean_boot, failed, folder, only, output, path, result, run, skip, stderr, stdout, test_image,
};
use crate::disks::measured;

/// Whether the platform is available; prints why not.
fn available() -> bool {
    let list = stdout(&output(&["list", "platforms", "--format", "csv"]));
    let row = list.lines().find(|line| line.starts_with("kvm,")).expect("it is listed");
    let available = row.starts_with("kvm,true");
    if !available {
        skip(format!("this machine has no usable KVM: {row}"));
    }
    available
}

#[test]
fn every_benchmark_ends_with_a_figure_or_a_reason_and_none_kills_the_guest() {
    if !available() {
        return;
    }
    let dead = |status| matches!(status, Status::Hung | Status::Crashed);
    let alive = |document: &Document| !only(document).benchmarks.iter().any(|b| dead(b.status));
    let once = || run(&["--platform", "kvm", "--suite", "quick"]);
    let found = (0..2).map(|_| once()).find(|(document, _)| alive(document));
    let (document, code) = found.unwrap_or_else(once);
    let is_software = only(&document).caveat.contains("without hardware virtualization");
    let is_unheard = |b: &&Summary| dead(b.status) && b.reason.contains("nothing was heard");
    if is_software && only(&document).benchmarks.iter().any(|b| is_unheard(&b)) {
        skip("the machine is too busy for a KVM of software: its guests are not heard in time");
        return;
    }
    assert!(matches!(code, 0 | 4), "{code} {document:?}");
    for name in ["sgdt", "lgdt", "in", "out"] {
        assert_eq!(result(&document, name).status, Status::Ok);
    }
    assert!(alive(&document), "{document:?}");
    let hypercall = result(&document, "hypercall");
    let refused = hypercall.status == Status::Skipped && hypercall.reason.contains("hypercall");
    assert!(hypercall.status == Status::Ok || refused, "{hypercall:?}");
    let start = &clean_boot(&document).start;
    assert!(start.first_benchmark_ns.is_some(), "{start:?}");
}

#[test]
fn all_cpus_are_found_and_started_and_the_guest_powers_itself_off() {
    if !available() {
        return;
    }
    let (document, _) = run(&["--platform", "kvm", "--bench", "sgdt", "--cpus", "4"]);
    let boot = clean_boot(&document);
    let cpu = boot.guest.cpu.as_ref().expect("the guest told of its CPUs");
    assert_eq!((cpu.count, cpu.found.as_str()), (Some(4), "madt"));
    assert_eq!(boot.ending, Some(Ending::Done { powered_off: true }));
}

#[test]
fn a_triple_fault_is_told_with_the_registers_and_the_code() {
    if !available() {
        return;
    }
    let image = test_image();
    let arguments = ["--kernel", image, "--bench", "test-triple-fault", "--bench", "sgdt"];
    let (document, code) = run(&[&["--platform", "kvm"][..], &arguments].concat());
    assert_eq!(code, 4);
    let crashed = result(&document, "test-triple-fault");
    assert_eq!(crashed.status, Status::Crashed);
    // 0f 0b is the instruction UD2, with which that benchmark faults.
    for part in ["triple fault", "at rip=0x", "bytes 0f 0b", "cr3=0x"] {
        assert!(crashed.reason.contains(part), "{part:?} is missing: {}", crashed.reason);
    }
    assert_eq!(result(&document, "sgdt").status, Status::Ok);
}

#[test]
fn the_host_times_its_guests_and_their_threads_have_their_places() {
    if !available() {
        return;
    }
    for channel in ["uart", "mailbox"] {
        let arguments = ["--platform", "kvm", "--cpus", "1", "--bench", "{sgdt,in}"];
        let is_timed = |document: &Document| {
            let timed = clean_boot(document).benchmarks.iter().filter_map(|m| m.external.as_ref());
            timed.flat_map(|external| &external.batches).all(|batch| batch.run.is_some())
        };
        // A busy machine may take the host away at every mark.
        let mut runs = (0..5).map(|_| run(&[&arguments[..], &["--timing", channel]].concat()).0);
        let document = runs.find(is_timed).expect("the host is there in one of five runs");
        let boot = clean_boot(&document);
        let timing = boot.timing.as_ref().expect("it was timed by the host");
        assert_eq!((timing.channel.name(), &timing.problem), (channel, &None));
        for measured in &boot.benchmarks {
            let external = measured.external.as_ref().expect("its batches were timed");
            assert_eq!(external.batches.len(), measured.samples.len());
            let apart = external.disagreement.filter(|apart| apart.exceeds);
            assert_eq!(apart, None, "{}: {timing:?}", measured.name);
        }
        let placement = boot.placement.as_ref().expect("its threads are the tool's");
        let roles: Vec<_> = placement.threads.iter().map(|thread| &thread.role[..]).collect();
        let waiting = (channel == "mailbox").then_some("the timing thread");
        assert_eq!(roles, [Some("vCPU 0"), waiting].into_iter().flatten().collect::<Vec<_>>());
        assert!(placement.threads.iter().all(|thread| thread.cpu.is_some()), "{placement:?}");
    }
}

#[test]
fn exits_to_the_tool_are_counted_exactly() {
    if !available() {
        return;
    }
    let (document, _) = run(&["--platform", "kvm", "--bench", "{sgdt,out}", "--events"]);
    for (name, exits) in [("sgdt", 0), ("out", 1000)] {
        let events = result(&document, name).events.as_ref().expect("they were counted");
        let event = events.counters["user_exits"];
        assert_eq!((events.n, event.run, event.control), (1000, exits, 0), "{name}: {events:?}");
        assert_eq!(event.residual.to_bits(), 0, "{event:?}");
    }
}

#[test]
fn what_kvm_takes_by_itself_does_not_come_to_the_tool() {
    if !available() {
        return;
    }
    // KVM's list has room for 169 writes, so that every 170th comes to the tool.
    let expected = [
        ("null-device-mmio-eventfd", 0..=0),
        ("null-device-mmio-datamatch", 0..=0),
        ("null-device-mmio-coalesced", 5..=6),
        ("null-device-port-eventfd", 0..=0),
        ("null-device-port-coalesced", 5..=6),
        ("mmio-write-32", 1000..=1000),
    ];
    let events = ["--platform", "kvm", "--bench", "{null-device-*,mmio-write-32}", "--events"];
    let (document, _) = run(&events);
    for (name, exits) in expected {
        let told = result(&document, name);
        if told.reason.contains("does not offer") {
            skip(format!("{name}: {}", told.reason));
            continue;
        }
        let events = told.events.as_ref().expect("they were counted");
        let counted = events.counters["user_exits"];
        assert_eq!((events.n, counted.control), (1000, 0), "{name}: {events:?}");
        assert!(exits.contains(&counted.run), "{name}: {events:?}");
    }
}

#[test]
fn ten_thousand_reads_of_a_port_are_ten_thousand_exits() {
    if !available() {
        return;
    }
    let arguments = ["--platform", "kvm", "--bench", "in", "--events=10000", "--suite", "paper"];
    // A pass may take a quarter of the guest's timeout; on a busy machine fewer reads fit.
    for _ in 0..5 {
        let (document, _) = run(&arguments);
        let events = result(&document, "in").events.as_ref().expect("they were counted");
        let event = events.counters["user_exits"];
        assert_eq!((event.run - event.control, event.control), (events.n, 0), "{events:?}");
        if events.n == 10_000 {
            return;
        }
    }
    skip("the machine was too busy for 10,000 reads in one pass; fewer were exact");
}

/// Whether KVM takes doorbells, or each is an exit. The list is long for a KVM of software.
#[test]
fn requests_to_its_disk_and_network_are_answered_and_their_data_is_right() {
    if !available() {
        return;
    }
    let disk = "disk-{{read,write}-{4k,1m,4k-depth-32-irq},flush,discard-4k}";
    for spec in ["kvm", "kvm:ioeventfd=off"] {
        let document = measured(spec, &[disk, "net-*"]);
        assert_eq!(only(&document).benchmarks.len(), 22, "{spec}");
        assert_eq!(failed(&document), [], "{spec}");
    }
    let without = measured("kvm:disk=none,net=none", &["disk-flush", "net-send-64"]);
    let skipped = |summary: &Summary| summary.status == Status::Skipped;
    assert!(only(&without).benchmarks.iter().all(skipped), "{without:?}");
}

/// What KVM was told of them is told to the KVM of the machine that takes the place of theirs.
#[test]
fn devices_go_over_to_a_machine_that_is_made_anew() {
    if !available() {
        return;
    }
    let benches = ["machine-restore", "disk-read-4k-irq", "net-echo-64-irq"];
    let named = benches.iter().flat_map(|bench| ["--bench", bench]);
    // In the catalogue that is between the two.
    let fixed = ["--platform", "kvm", "--cpus", "1", "--batches", "6"];
    let (document, _) = run(&fixed.into_iter().chain(named).collect::<Vec<_>>());
    for bench in benches {
        assert_eq!(result(&document, bench).status, Status::Ok, "{document:?}");
    }
}

#[test]
fn a_disk_of_the_users_keeps_its_data_on_kvm_as_well() {
    if !available() {
        return;
    }
    let folder = folder();
    let disk = path(&folder, "disk");
    std::fs::write(&disk, vec![0xaa; 2 << 20]).unwrap();
    let spec = format!("kvm:disk-file={disk}");
    let refused = output(&["run", "--platform", &spec, "--bench", "disk-write-4k"]);
    assert!(!refused.status.success());
    assert!(stderr(&refused).contains("disk-data=lose"), "{}", stderr(&refused));
    assert!(std::fs::read(&disk).unwrap().iter().all(|byte| *byte == 0xaa));
    let document = measured(&format!("{spec},disk-data=lose"), &["disk-write-4k"]);
    assert_eq!(result(&document, "disk-write-4k").status, Status::Ok, "{document:?}");
    let after = std::fs::read(&disk).unwrap();
    assert!(after[4096..8192].iter().any(|byte| *byte != 0xaa));
    assert!(after[1028 << 10..].iter().all(|byte| *byte == 0xaa));
}

#[test]
fn a_kind_of_disk_that_it_has_not_is_refused() {
    let refused = output(&["run", "--platform", "kvm:disk=nvme", "--bench", "sgdt"]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("virtio-blk or none"), "{}", stderr(&refused));
}
