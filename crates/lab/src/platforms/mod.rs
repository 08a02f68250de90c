//! The platforms of the lab: each is a file that defines `PLATFORM`, and is listed here.

mod kvm_npt;
mod kvm_shadow;
mod native;
mod qemu_tcg;
mod xen_hvm;
mod xen_pvh;

use monitors::Platform;

/// All of them.
pub fn platforms() -> [&'static dyn Platform; 6] {
    [
        kvm_npt::PLATFORM,
        kvm_shadow::PLATFORM,
        native::PLATFORM,
        qemu_tcg::PLATFORM,
        xen_hvm::PLATFORM,
        xen_pvh::PLATFORM,
    ]
}
