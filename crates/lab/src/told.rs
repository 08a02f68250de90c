//! What guests are told.

use super::arch::LabArch;
use super::worlds;
use monitors::{GuestConfig, LinuxBoot};

/// What a guest's Linux is told besides its own options, so that it puts nothing at a random place.
const LINUX_OPTIONS: &str = "nokaslr norandmaps randomize_kstack_offset=off slub_max_order=0";

/// The kernel's command line; windows that are to be counted have to be marked.
pub(super) fn options(config: &GuestConfig) -> String {
    match config.counting || config.trace.is_some() {
        true => format!("{} {}", config.options, worlds::KERNEL_OPTION),
        false => config.options.clone(),
    }
}

/// All that a guest's Linux is told.
pub(super) fn linux_options(lab: &LabArch, linux: &LinuxBoot, config: &GuestConfig) -> String {
    let more = [&*lab.linux_options, LINUX_OPTIONS].join(" ");
    linux.command_line(Some(&more), &options(config))
}
