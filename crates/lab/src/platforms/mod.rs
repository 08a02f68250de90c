//! The platforms of the lab: each is a file that defines `PLATFORM`, and is listed here.

mod kvm_ept;
mod kvm_npt;
mod kvm_shadow;
mod kvm_vmx_shadow;
mod native;
mod qemu_tcg;
mod vmx_native;
mod xen_hvm;
mod xen_pvh;
mod xen_vmx_hvm;
mod xen_vmx_pvh;

use monitors::Platform;

pub use native::NATIVE;

/// All of them.
pub fn platforms() -> [&'static dyn Platform; 11] {
    [
        kvm_ept::PLATFORM,
        kvm_npt::PLATFORM,
        kvm_shadow::PLATFORM,
        kvm_vmx_shadow::PLATFORM,
        native::PLATFORM,
        qemu_tcg::PLATFORM,
        vmx_native::PLATFORM,
        xen_hvm::PLATFORM,
        xen_pvh::PLATFORM,
        xen_vmx_hvm::PLATFORM,
        xen_vmx_pvh::PLATFORM,
    ]
}
