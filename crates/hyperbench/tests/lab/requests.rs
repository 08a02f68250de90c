//! Requests to a virtual disk and a virtual network in the lab: exact, and a doorbell is an exit.

use results::{Document, Profile, Status};
use serde_json::Value;

use crate::columns::{built, built_for, other_arch, raw};
use crate::common::{failed, output, run, stderr, stdout};
use crate::split::{count, part, whole};

/// By polling and by interrupt, alone and 32 at a time.
const REQUESTS: [&str; 4] =
    ["disk-read-4k-irq", "disk-write-4k-depth-32", "net-echo-1514-irq", "net-send-64"];

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
    let with_both = ["lab-kvm-npt", "lab-kvm-shadow", "lab-qemu-tcg"];
    let specs = with_both.map(|name| format!("{name}:disk=virtio-blk,net=user,label={name}"));
    let xen = "lab-xen-hvm:disk=virtio-blk,label=xen";
    let own = "lab-kvm-npt:monitor=hyperbench,disk=virtio-blk,net=user,label=own";
    let natively = "lab-native";
    let specs: Vec<_> = specs.iter().map(String::as_str).chain([own, xen, natively]).collect();
    let bench = format!("{{{}}}", REQUESTS.join(","));
    let [first, second] = [(); 2].map(|()| measured(&specs, &["--bench", &bench]));
    assert_eq!(whole(&first, natively), REQUESTS.len() * (with_both.len() + 1) + 2);
    for (one, other) in first.platforms.iter().zip(&second.platforms) {
        assert_eq!(raw(one), raw(other), "{}", one.label);
    }
    // A message (MSI-X) is not acknowledged at the device, whose line takes a register.
    let exits = |column, bench| count(&first, column, bench, "user_exits").to_bits();
    assert_eq!(exits("xen", "disk-read-4k-irq"), 1_f64.to_bits());
    for column in ["lab-kvm-npt", "own"] {
        assert_eq!(exits(column, "disk-read-4k-irq"), 2_f64.to_bits(), "{column}");
        assert_eq!(exits(column, "net-send-64"), 1_f64.to_bits(), "{column}");
    }
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

/// By its own device (vhost-net) the outer Linux takes a frame from the guest, and QEMU has no part in it.
#[test]
fn vhost_saves_what_qemu_does_for_a_tap_and_the_profile_names_it() {
    if !built() {
        return;
    }
    let kinds = ["tap", "vhost"];
    let specs = kinds.map(|kind| format!("lab-kvm-npt:net={kind},label={kind}"));
    let specs = specs.each_ref().map(String::as_str);
    let bench = ["--bench", "{net-send-64,net-echo-1514-irq}"];
    let [first, second] = [(); 2].map(|()| measured(&specs, &bench));
    for (one, other) in first.platforms.iter().zip(&second.platforms) {
        assert_eq!(raw(one), raw(other), "{}", one.label);
        assert_eq!(count(&first, &one.label, "net-send-64", "exits").to_bits(), 1_f64.to_bits());
    }
    let [tap, vhost] = kinds.map(|kind| part(&first, kind, "net-send-64", "device_model"));
    assert!(tap > 5_000.0 && vhost.to_bits() == 0, "{tap}, {vhost}");
    let words =
        ["profile", "lab-kvm-npt:net=tap", "net-send-64", "--diff", "lab-kvm-npt:net=vhost"];
    let profile = output(&[&words[..], &["--format", "json"]].concat());
    assert!(profile.status.success(), "{}", stderr(&profile));
    let changes: Value = serde_json::from_str(&stdout(&profile)).unwrap();
    let is_only = |side: &str, module: &str, name: &str| {
        let mut all = changes.as_array().unwrap().iter();
        all.any(|one| one["name"] == name && one["module"] == module && one[side].is_null())
    };
    for (gone, module, name) in [
        ("after", "tun", "tun_get_user"),
        ("after", "linux", "do_sys_poll"),
        ("before", "vhost_net", "handle_tx_copy"),
        ("before", "tun", "tun_sendmsg"),
    ] {
        assert!(is_only(gone, module, name), "{name}: {changes}");
    }
}

#[test]
fn a_disk_is_there_only_where_it_is_asked_for_and_changes_nothing_else() {
    if !built() {
        return;
    }
    let bench = ["--bench", "{in,cold-access,disk-flush,net-send-64}"];
    let plain = measured(&["lab-kvm-npt"], &["--bench", "{in,cold-access}"]);
    let without = measured(&["lab-kvm-npt"], &bench);
    for bench in ["disk-flush", "net-send-64"] {
        let skipped = without.platforms[0].find(bench).unwrap();
        assert_eq!(skipped.status, Status::Skipped, "{skipped:?}");
    }
    for bench in ["in", "cold-access"] {
        let [plain, without] = [&plain, &without].map(|lab| lab.platforms[0].find(bench).unwrap());
        assert_eq!(plain.value, without.value, "{bench}");
    }
    let nested = measured(&["lab-kvm-npt:depth=2,disk=virtio-blk,net=user"], &bench);
    assert_eq!(failed(&nested), []);
}

#[test]
fn another_architectures_disk_is_as_exact() {
    let arch = &other_arch().name;
    if !built_for(arch) {
        return;
    }
    let exits = |devices: &str, benches: &[&str]| {
        let spec = format!("lab-kvm-npt:{devices}");
        let bench = format!("{{{}}}", benches.join(","));
        let [first, second] =
            [(); 2].map(|()| measured(&[&spec], &["--arch", arch, "--bench", &bench]));
        assert_eq!(raw(&first.platforms[0]), raw(&second.platforms[0]));
        let label = &first.platforms[0].label;
        let all = benches.iter().map(|bench| count(&first, label, bench, "user_exits").to_bits());
        all.collect::<Vec<_>>()
    };
    let [one, two] = [1_f64, 2.].map(f64::to_bits);
    // Interrupts are acknowledged at the device, and both other controllers are told that an answer was
    // seen.
    assert_eq!(
        exits("disk=virtio-blk,net=user", &["disk-read-4k", "net-echo-64", "disk-read-4k-irq"]),
        [one, one, two]
    );
    assert_eq!(exits("disk=nvme", &["nvme-read-4k"]), [two]);
    assert_eq!(exits("disk=ahci", &["ahci-read-4k"]), [two]);
    // KVM keeps what gives back an e1000's buffer until QEMU is asked anyway (coalesced MMIO).
    assert_eq!(exits("net=e1000", &["e1000-send-64", "e1000-echo-64"]), [one, one]);
}
