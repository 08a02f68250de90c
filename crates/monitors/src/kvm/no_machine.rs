//! Stands in for the monitor on processors for which there is none.

use crate::{Guest, GuestConfig, Spec};
use ground::Trouble;

/// Says that there is no monitor.
///
/// # Errors
/// Always.
pub fn check() -> Result<(), Trouble> {
    Err(Trouble::unavailable(
        format!("running KVM directly is not built for {}", std::env::consts::ARCH),
        "let QEMU run it: --platform qemu-kvm",
    ))
}

/// Starts nothing.
///
/// # Errors
/// Always.
pub fn start(_spec: &Spec, _config: &GuestConfig) -> Result<Box<dyn Guest>, Trouble> {
    check().and(Err(Trouble::unavailable(String::new(), String::new())))
}
