//! What KVM does for guests that know of it, switched off and on.

use crate::columns::built;
use crate::common::run;

/// The bits of what each name stands for (Linux, `asm/kvm_para.h`).
const CLOCK: u64 = 1 << 0 | 1 << 3 | 1 << 24;
const EOI: u64 = 1 << 6;
const NAMED: u64 = CLOCK | 1 << 1 | 1 << 4 | 1 << 5 | EOI | 1 << 7 | 1 << 9 | 0b1111 << 11;

/// The features that a guest of `lab-kvm-npt` sees with this `pv=`.
fn features(value: &str) -> u64 {
    let platform = format!("lab-kvm-npt:pv={value}");
    let (document, code) = run(&["--platform", &platform, "--bench", "sgdt", "--batches", "6"]);
    assert_eq!(code, 0);
    let guest = &document.platforms[0].boots[0].guest;
    let hypervisor = guest.hypervisor.as_ref().expect("it has told of it");
    assert_eq!(hypervisor.name, "kvm");
    hypervisor.features.expect("KVM has features") & NAMED
}

#[test]
fn a_guest_sees_just_what_is_asked_for() {
    if !built() {
        return;
    }
    assert_eq!(features("off"), 0);
    assert_eq!(features("clock+eoi"), CLOCK | EOI);
    let all = features("on");
    assert_eq!(all & (CLOCK | EOI), CLOCK | EOI);
    assert_eq!(features("-eoi"), all & !EOI);
}
