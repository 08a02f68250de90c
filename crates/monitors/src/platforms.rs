//! The platforms of this crate: each is a file that defines `PLATFORM`, and is listed here.

use crate::described::platform as described;
use crate::qemu::{platform_kvm, platform_tcg};
use crate::{Platform, bochs, kvm, libvirt, serial};

/// All of them, in no order.
pub fn platforms() -> impl Iterator<Item = &'static dyn Platform> {
    let own = [
        bochs::platform::PLATFORM,
        described::COMMAND,
        kvm::platform::PLATFORM,
        libvirt::platform::PLATFORM,
        platform_kvm::PLATFORM,
        platform_tcg::PLATFORM,
        serial::platform::PLATFORM,
    ];
    own.into_iter().chain(described::shipped())
}
