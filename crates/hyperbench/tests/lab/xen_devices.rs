//! Disks and networks by Xen's own protocols: dom0 serves guests that have no device model.

use results::{Document, PlatformRun, Status};

use crate::columns::{built, figures, raw};
use crate::common::{failed, output, run, stderr};
use crate::linux::build;
use crate::split::{count, part};

const BENCHES: [&str; 4] = ["direct-read-4k", "fsync-append", "ping-64", "tcp-echo-64k"];

fn measured(columns: &[&str]) -> Document {
    let specs = columns.iter().map(|name| format!("{name}:disk=xen,net=xen,label={name}"));
    let specs: Vec<_> = specs.flat_map(|spec| ["--platform".to_owned(), spec]).collect();
    let bench = format!("{{{}}}", BENCHES.join(","));
    let fixed = ["--guest", "linux", "--batches", "3", "--events", "--bench", &bench];
    let (document, code) =
        run(&[&fixed[..], &specs.iter().map(String::as_str).collect::<Vec<_>>()].concat());
    assert_eq!((failed(&document), code), (vec![], 0));
    document
}

#[test]
fn requests_of_guests_without_a_device_model_are_exact_and_are_dom0s_work() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let both = measured(&["lab-xen-pvh", "lab-xen-pv"]);
    let again = measured(&["lab-xen-pvh"]);
    assert_eq!(raw(&both.platforms[0]), raw(&again.platforms[0]));
    for PlatformRun { label, .. } in &both.platforms {
        assert_eq!(figures(&both, label).len(), BENCHES.len());
        for bench in BENCHES {
            let parts = ["guest_kernel", "hypervisor", "device_model"];
            let parts = parts.map(|name| part(&both, label, bench, name));
            assert!(parts.iter().all(|part| *part > 5_000.0), "{label} {bench}: {parts:?}");
        }
    }
    // The guest tells dom0 of a request, sleeps, and ends the interrupt that wakes it.
    for exit in ["exit_hypercall", "exit_hlt", "exit_msr_write"] {
        let of = |bench| count(&both, "lab-xen-pvh", bench, exit).round();
        assert_eq!([of("direct-read-4k"), of("ping-64")].map(f64::to_bits), [1_f64.to_bits(); 2]);
    }
}

#[test]
fn a_guest_has_devices_of_the_kinds_alone_that_there_are_for_it() {
    if !built() {
        return;
    }
    for (spec, next) in [
        ("lab-xen-pvh:disk=virtio-blk", "disk= is xen or none"),
        ("lab-xen-hvm:disk=xen", "disk= is virtio-blk or nvme or ahci or none"),
    ] {
        let done = output(&["run", "--platform", spec]);
        assert_eq!(done.status.code(), Some(2), "{done:?}");
        assert!(stderr(&done).contains(next), "{}", stderr(&done));
    }
    let bare = ["--platform", "lab-xen-pvh:disk=xen", "--bench", "{in,disk-read-4k}"];
    let (document, code) = run(&bare);
    let skipped = document.platforms[0].find("disk-read-4k").unwrap();
    assert_eq!((skipped.status, code), (Status::Skipped, 0), "{skipped:?}");
}
