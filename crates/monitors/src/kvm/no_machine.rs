//! Stands in for the monitor on processors for which there is none.

use crate::{Guest, GuestConfig, PlatformError};

/// Says that there is no monitor.
///
/// # Errors
/// Always.
pub fn check() -> Result<(), PlatformError> {
    Err(PlatformError::Unavailable {
        why: format!("running KVM directly is not built for {}", std::env::consts::ARCH),
        next: "let QEMU run it: --platform qemu-kvm".to_owned(),
    })
}

/// Starts nothing.
///
/// # Errors
/// Always.
pub fn start(_config: &GuestConfig) -> Result<Box<dyn Guest>, PlatformError> {
    check().and(Err(PlatformError::Unavailable { why: String::new(), next: String::new() }))
}
