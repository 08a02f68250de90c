//! Machines on which the kernel says nothing.

use ground::Arch;

use crate::common::{VERSION, fake_qemu, folder, output, stderr, stdout};

/// Runs on a QEMU that says nothing, as `machine` of `arch`; returns what was printed meanwhile
/// and in the end.
fn silent(arch: &str, machine: &str) -> (String, String) {
    let folder = folder();
    let program = fake_qemu(&folder, VERSION, "exec sleep 1000");
    let spec = format!("qemu-tcg:binary={program},machine={machine}");
    let budget = ["--pin", "none", "--time-budget", "12"];
    let run = ["run", "--arch", arch, "--platform", &spec];
    let output = output(&[&run[..], &budget].concat());
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    (stderr(&output), stdout(&output))
}

#[test]
fn a_long_silence_is_told_and_what_the_machine_lacks() {
    let (arch, (machine, why)) =
        Arch::all().find_map(|arch| Some((arch, arch.qemu.lacks.iter().next()?))).unwrap();
    let (meanwhile, end) = silent(&arch.name, &format!("first,,{machine}"));
    let limit = meanwhile.split("waiting for the kernel's first record, for ").nth(1);
    let limit = limit.and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    assert!(limit.is_some_and(|seconds| seconds <= 12), "all time is over then: {meanwhile}");
    for text in [meanwhile, end] {
        assert!(text.contains(&format!("machine={machine} cannot run this kernel: {why}")));
    }
}

#[test]
fn a_machine_of_which_nothing_is_known_brings_what_the_kernel_needs() {
    let arch = Arch::native();
    let (meanwhile, end) = silent(&arch.name, "abacus");
    for text in [meanwhile, end] {
        assert!(text.contains(&format!("may lack what this kernel needs: {}", arch.qemu.needs)));
    }
}
