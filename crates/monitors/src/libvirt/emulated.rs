//! Whose processor runs a domain.

use crate::{Spec, kvm};
use ground::Arch;

/// Whether the guest's instructions are to be emulated: as asked for, else where KVM cannot be had.
pub fn is_emulated(spec: &Spec, arch: &Arch) -> bool {
    match spec.get("accel") {
        Some(accel) => accel == "tcg",
        None => kvm::find(arch).is_err(),
    }
}
