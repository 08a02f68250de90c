//! The outer machine: an emulated computer whose clock counts executed instructions.

use std::path::Path;

use images::Arch;
use monitors::qemu::{self, Qemu};
use monitors::{PlatformError, Spec};

use super::arch::LabArch;
use super::keys::OUTER;
use debian::failure;

/// Everything on it is the same in every run: the clock, the random numbers, the processor.
const MACHINE: &[&str] = &[
    "-nodefaults",
    "-no-user-config",
    "-display",
    "none",
    "-no-reboot",
    "-accel",
    "tcg,thread=single",
];

/// The arguments of a machine of the type `machine` with `memory` bytes and `cpus` processors.
pub(super) fn machine(lab: &LabArch, machine: &str, memory: u64, cpus: u32) -> Vec<String> {
    let fixed = MACHINE.iter().chain(qemu::COUNTED_TIME);
    let mut words: Vec<String> = fixed.map(|&word| word.to_owned()).collect();
    words.extend(["-cpu".into(), lab.processor.clone(), "-machine".into(), machine.to_owned()]);
    words.extend(["-m".into(), format!("{}k", memory / 1024), "-smp".into(), cpus.to_string()]);
    words
}

/// The outer machine's QEMU: `outer=` of a platform's specification.
///
/// # Errors
/// When it is not there.
pub(super) fn locate(spec: &Spec, arch: &Arch) -> Result<Qemu, PlatformError> {
    let plain = Spec::plain(spec.text());
    let spec = match spec.get(OUTER.name) {
        Some(path) => plain.with("binary", path),
        None => plain,
    };
    qemu::locate(&spec, arch)
}

/// The same, where it can emulate at all.
///
/// # Errors
/// As [`locate`], and when it was built without TCG, or the module with it is not installed.
pub(super) fn detect(spec: &Spec, arch: &Arch) -> Result<Qemu, PlatformError> {
    let qemu = locate(spec, arch)?;
    let listed = qemu::ask(&qemu.path, &["-accel", "help"]);
    if listed.is_ok_and(|output| output.stdout.lines().any(|line| line.trim() == "tcg")) {
        return Ok(qemu);
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
