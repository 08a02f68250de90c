//! What guests are told.

use super::arch::LabArch;
use super::worlds;
use monitors::qemu::paravirtual;
use monitors::{GuestConfig, LinuxBoot, Spec, linux_keys};

/// What a guest's Linux is told besides its own options, so that it puts nothing at a random place.
const LINUX_OPTIONS: &str = "nokaslr norandmaps randomize_kstack_offset=off slub_max_order=0";

/// The first process of a Linux that waits: its place in the initial file system.
pub(super) const WAITING: &str = "wait";

/// `config` with what a specification of a `lab` wants a guest's Linux to be told besides.
pub(super) fn with_linux(lab: &LabArch, spec: &Spec, config: &GuestConfig) -> GuestConfig {
    let mut config = config.clone();
    if let Some(linux) = &mut config.linux {
        let has_clock = !paravirtual::is_off(spec, config.arch, "clock");
        let rate = Some(&*lab.linux_rate).filter(|rate| !rate.is_empty() && !has_clock);
        for more in rate.into_iter().chain(spec.get(linux_keys::OPTION.name)) {
            linux.options = format!("{} {more}", linux.options);
        }
    }
    config
}

/// The kernel's command line; windows that are to be counted have to be marked.
pub(super) fn of(config: &GuestConfig) -> String {
    match config.counting || config.trace.is_some() {
        true => format!("{} {}", config.options, worlds::KERNEL_OPTION),
        false => config.options.clone(),
    }
}

/// All that a guest's Linux is told; one that waits on a `line` is not told yet what to run.
pub(super) fn linux_options(
    lab: &LabArch,
    linux: &LinuxBoot,
    config: &GuestConfig,
    line: Option<&str>,
) -> String {
    let more = [&*lab.linux_options, LINUX_OPTIONS].join(" ");
    match line {
        Some(line) => linux.command_line(Some(&format!("{more} rdinit=/{WAITING}")), line),
        None => linux.command_line(Some(&more), &of(config)),
    }
}
