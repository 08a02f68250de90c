//! The platforms: each is a file that defines `PLATFORM`, and is listed here; the lab has its own
//! list.

mod bochs;
pub(crate) mod described;
mod host;
mod kvm;
mod libvirt;
mod qemu_kvm;
mod qemu_tcg;
mod replay;
mod serial;

use doctor::Check;
use monitors::Platform;

/// All of them, by name.
pub(crate) fn all() -> Vec<&'static dyn Platform> {
    let own = [
        bochs::PLATFORM,
        described::COMMAND,
        host::PLATFORM,
        kvm::PLATFORM,
        libvirt::PLATFORM,
        qemu_kvm::PLATFORM,
        qemu_tcg::PLATFORM,
        replay::PLATFORM,
        serial::PLATFORM,
    ];
    let mut all: Vec<_> =
        own.into_iter().chain(described::shipped()).chain(lab::platforms()).collect();
    all.sort_by_key(|platform| platform.name());
    all
}

/// The checks of every machine, and those that `platforms` add.
pub(crate) fn checks(platforms: &[&'static dyn Platform]) -> Vec<&'static Check> {
    doctor::checks(platforms.iter().flat_map(|platform| platform.checks()).copied())
}

#[cfg(test)]
mod checks_tests;

#[cfg(test)]
mod spec_tests;
