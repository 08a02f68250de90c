//! Programs of the user's that start guests.

use images::Arch;
use results::Status;

use crate::common::{
    assert_gone, endless, ends, executable, folder, only, output, path, result, run, start, stderr,
};

/// A script that boots what it is told of on QEMU's emulator.
fn script() -> String {
    let qemu = &Arch::native().qemu;
    format!(
        "exec {} -nodefaults -display none -no-reboot -machine {} -cpu {} -serial stdio \
         -kernel \"$1\" -append \"$2\" -smp \"$3\" -m \"$(($4 >> 20))\"",
        qemu.binary, qemu.machine, qemu.tcg_cpus[0]
    )
}

#[test]
fn a_script_boots_a_guest_of_what_it_is_told() {
    let folder = folder();
    let spec = format!("program:{},label=mine", executable(&folder, "boot", &script()));
    let more = ["--bench", "sgdt", "--cpus", "3", "--memory", "64M", "--boots", "1"];
    let (document, code) = run(&[&["--platform", &spec][..], &more].concat());
    assert_eq!((code, result(&document, "sgdt").status), (0, Status::Ok));
    let platform = only(&document);
    assert_eq!(platform.label, "mine");
    assert_eq!(platform.boots[0].guest.cpu.as_ref().unwrap().count, Some(3));
    let memory = platform.boots[0].guest.memory.as_ref().unwrap().total.unwrap();
    assert!((32 << 20..=64 << 20).contains(&memory), "{memory}");
}

#[test]
fn what_a_program_leaves_running_is_ended() {
    let folder = folder();
    let (a, b) = (endless(&folder, "a"), endless(&folder, "b"));
    let told = [path(&folder, "a"), path(&folder, "b")].join(" -a -s ");
    let wait = format!("until [ -s {told} ]; do sleep 0.05; done");
    let boot = executable(&folder, "boot", &format!("{a} & setsid {b} & {wait}; exit 7"));
    let run = ["run", "--platform", &format!("program:{boot}"), "--bench", "sgdt"];
    let output = ends(start(&run));
    assert!(stderr(&output).contains("exit status 7"), "{}", stderr(&output));
    assert_gone(&folder, "a");
    assert_gone(&folder, "b");
}

#[test]
fn a_program_that_is_missing_is_refused_with_what_to_do() {
    for (spec, words) in [
        ("program", "program:FILE"),
        ("program:/nonexistent/boot", "/nonexistent/boot was not found"),
        (concat!("program:", env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "chmod +x"),
    ] {
        let output = output(&["run", "--platform", spec, "--bench", "sgdt"]);
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}
