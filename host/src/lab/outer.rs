//! The outer machine: an emulated computer whose clock counts executed instructions.

use std::path::Path;

use crate::arch::{Arch, LabArch};
use crate::platform::PlatformError;
use crate::qemu::Qemu;

use super::failure;

/// Everything on it is the same in every run: the clock (one tick an instruction, from a
/// fixed date, never asleep), the random numbers, the processor.
const MACHINE: &[&str] = &[
    "-nodefaults",
    "-no-user-config",
    "-display",
    "none",
    "-no-reboot",
    "-accel",
    "tcg,thread=single",
    "-icount",
    "shift=0,sleep=off",
    "-rtc",
    "clock=vm,base=2024-01-01T00:00:00",
    "-seed",
    "1",
];

/// The arguments of a machine of the type `machine` with `memory` bytes and `cpus` processors.
pub(super) fn machine(lab: &LabArch, machine: &str, memory: u64, cpus: &str) -> Vec<String> {
    let mut words: Vec<String> = MACHINE.iter().map(|&word| word.to_owned()).collect();
    words.extend(["-cpu".into(), lab.processor.clone(), "-machine".into(), machine.to_owned()]);
    words.extend(["-m".into(), format!("{}k", memory / 1024), "-smp".into(), cpus.to_owned()]);
    words
}

/// Checks that the outer machine's QEMU can emulate at all.
///
/// # Errors
/// When it was built without TCG, or the module with it is not installed.
pub(super) fn check(qemu: &Qemu, arch: &Arch) -> Result<(), PlatformError> {
    let output = std::process::Command::new(&qemu.path).args(["-accel", "help"]).output();
    let listed = output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned());
    if listed.unwrap_or_default().lines().any(|line| line.trim() == "tcg") {
        return Ok(());
    }
    Err(failure::unavailable(
        format!("{} has no TCG, the emulator that the lab runs on", qemu.path.display()),
        format!(
            "install Debian's: apt-get install {}, or name another with outer=PATH",
            arch.qemu.package
        ),
    ))
}

/// A file's name as QEMU's options take it: commas doubled.
pub(super) fn quoted(path: &Path) -> String {
    path.to_string_lossy().replace(',', ",,")
}
