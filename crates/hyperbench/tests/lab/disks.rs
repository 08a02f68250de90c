//! Requests to a virtual disk in the lab: exact, and a doorbell is an exit.

use results::{Document, Profile, Status};

use crate::columns::{built, built_for, other_arch, raw};
use crate::common::{output, run, stderr, stdout};
use crate::split::{count, whole};

/// By polling and by interrupt, alone and 32 at a time.
const REQUESTS: &str = "disk-{read-4k,read-4k-irq,write-4k-depth-32,flush}";

fn measured(specs: &[&str], more: &[&str]) -> Document {
    let platforms: Vec<_> = specs.iter().flat_map(|spec| ["--platform", spec]).collect();
    let fixed = ["--events", "--batches", "3"];
    let (document, code) = run(&[&platforms[..], &fixed, more].concat());
    assert_eq!(code, 0);
    document
}

#[test]
fn requests_cost_the_same_twice_and_their_parts_sum_to_the_cost() {
    if !built() {
        return;
    }
    let columns = ["lab-native", "lab-kvm-npt", "lab-kvm-shadow", "lab-qemu-tcg", "lab-xen-hvm"];
    let specs = columns.map(|name| match name {
        "lab-native" => name.to_owned(),
        hypervisor => format!("{name}:disk=virtio-blk,label={name}"),
    });
    let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
    let [first, second] = [(); 2].map(|()| measured(&specs, &["--bench", REQUESTS]));
    assert_eq!(whole(&first, "lab-native"), 4 * (columns.len() - 1));
    for (one, other) in first.platforms.iter().zip(&second.platforms) {
        assert_eq!(raw(one), raw(other), "{}", one.label);
    }
    // A message (MSI-X) is not acknowledged at the device, whose line takes a register.
    let exits = |column, bench| count(&first, column, bench, "user_exits").to_bits();
    assert_eq!(exits("lab-xen-hvm", "disk-read-4k-irq"), 1_f64.to_bits());
    assert_eq!(exits("lab-kvm-npt", "disk-read-4k-irq"), 2_f64.to_bits());
}

#[test]
fn a_doorbell_is_an_exit_whoever_answers_it() {
    if !built() {
        return;
    }
    let [on, off] = ["on", "off"].map(|value| {
        let spec = format!("lab-kvm-npt:disk=virtio-blk,ioeventfd={value}");
        let bench = "disk-read-4k-no-indirect";
        let lab = measured(&[&spec], &["--bench", bench, "--iterations", "10"]);
        for reason in ["exits", "exit_npf"] {
            let exits = count(&lab, &lab.platforms[0].label, bench, reason);
            assert_eq!(exits.to_bits(), 1_f64.to_bits(), "{spec} {reason}");
        }
        let profile = output(&["profile", &spec, bench, "--format", "json"]);
        assert!(profile.status.success(), "{}", stderr(&profile));
        serde_json::from_str::<Profile>(&stdout(&profile)).unwrap()
    });
    let calls = |profile: &Profile, name: &str| {
        let found = profile.functions.iter().find(|function| function.name == name);
        found.map_or(0, |function| function.calls)
    };
    for profile in [&on, &off] {
        assert_eq!(calls(profile, "virtio_blk_handle_vq"), profile.n.cast_signed());
    }
    // KVM answers the doorbell and wakes QEMU, or QEMU is asked and answers it.
    for (name, with, without) in [
        ("ioeventfd_write", &on, &off),
        ("virtio_queue_host_notifier_read", &on, &off),
        ("virtio_queue_notify", &off, &on),
        ("complete_emulated_mmio", &off, &on),
    ] {
        assert_eq!(calls(with, name), with.n.cast_signed(), "{name}");
        assert_eq!(calls(without, name), 0, "{name}");
    }
}

#[test]
fn a_disk_is_there_only_where_it_is_asked_for_and_changes_nothing_else() {
    if !built() {
        return;
    }
    let bench = ["--bench", "{in,cold-access,disk-flush}"];
    let plain = measured(&["lab-kvm-npt"], &["--bench", "{in,cold-access}"]);
    let without = measured(&["lab-kvm-npt"], &bench);
    let flush = without.platforms[0].find("disk-flush").unwrap();
    assert_eq!(flush.status, Status::Skipped, "{flush:?}");
    for bench in ["in", "cold-access"] {
        let [plain, without] = [&plain, &without].map(|lab| lab.platforms[0].find(bench).unwrap());
        assert_eq!(plain.value, without.value, "{bench}");
    }
    let nested = measured(&["lab-kvm-npt:depth=2,disk=virtio-blk"], &bench);
    assert_eq!(nested.platforms[0].find("disk-flush").unwrap().status, Status::Ok);
}

#[test]
fn another_architectures_disk_is_as_exact() {
    let arch = &other_arch().name;
    if !built_for(arch) {
        return;
    }
    let more = ["--arch", arch, "--bench", "disk-{read-4k,flush}"];
    let [first, second] = [(); 2].map(|()| measured(&["lab-kvm-npt:disk=virtio-blk"], &more));
    assert_eq!(raw(&first.platforms[0]), raw(&second.platforms[0]));
    let label = &first.platforms[0].label;
    assert_eq!(count(&first, label, "disk-flush", "user_exits").to_bits(), 1_f64.to_bits());
}
