//! Releases of QEMU and Xen in the place of an image's own.

use crate::columns::built;
use crate::common::{output, run, stderr};
use crate::vmx::figure;

/// Another QEMU answers IN by another way, and KVM a hypercall by the same; another Xen does both otherwise.
#[test]
fn a_release_inside_changes_what_it_takes_part_in_alone() {
    if !built() {
        return;
    }
    let specs = [
        "lab-kvm-npt:label=own",
        "lab-kvm-npt:qemu=10.0,label=newer",
        "lab-xen-hvm:label=xen",
        "lab-xen-hvm:xen=4.20,label=newer-xen",
    ];
    let platforms: Vec<_> = specs.iter().flat_map(|spec| ["--platform", *spec]).collect();
    let what = ["--bench", "{hypercall,in}", "--batches", "3"];
    let (document, code) = run(&[&platforms[..], &what].concat());
    assert_eq!(code, 0);
    let change = |bench, [from, to]: [&str; 2]| {
        figure(&document, to, bench) / figure(&document, from, bench) - 1.0
    };
    assert!(change("hypercall", ["own", "newer"]).abs() < 1e-9);
    assert!((-0.15..-0.01).contains(&change("in", ["own", "newer"])));
    assert!((-0.15..-0.01).contains(&change("hypercall", ["xen", "newer-xen"])));
    let version = |at: usize| document.platforms[at].version.rsplit(' ').next().unwrap();
    assert!(version(0) != version(1) && version(2) != version(3), "a lock of its own");
}

#[test]
fn a_release_that_an_image_cannot_have_is_refused_before_anything_runs() {
    if !built() {
        return;
    }
    let refused = output(&["run", "--platform", "lab-xen-hvm:qemu=10.0", "--bench", "in"]);
    assert_eq!(refused.status.code(), Some(3));
    assert!(
        stderr(&refused).contains("QEMU 10.0 of Debian's packages has no "),
        "{}",
        stderr(&refused)
    );
}
