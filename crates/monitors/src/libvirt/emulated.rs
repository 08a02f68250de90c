//! Whose processor runs a domain.

use crate::{Spec, kvm};

/// Whether the guest's instructions are to be emulated: as asked for, else where KVM cannot be had.
pub fn is_emulated(spec: &Spec, is_host: bool) -> bool {
    match spec.get("accel") {
        Some(accel) => accel == "tcg",
        None => !is_host || kvm::open_device().is_err(),
    }
}
