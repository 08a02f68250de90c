//! What can go wrong with the lab, as one sentence each.

use std::io;
use std::path::Path;

use monitors::PlatformError;
use system::process::HelperError;

/// The lab cannot be used: `why`, and what to do next.
pub(super) fn unavailable(why: impl Into<String>, next: impl Into<String>) -> PlatformError {
    PlatformError::Unavailable { why: why.into(), next: next.into() }
}

/// A file of the lab cannot be read or written.
pub(super) fn file(path: &Path, error: &io::Error) -> PlatformError {
    unavailable(
        format!("the lab cannot use {}: {error}", path.display()),
        "check its permissions and the free space, or set XDG_CACHE_HOME to another folder",
    )
}

/// A program that the lab needs cannot be run.
pub(super) fn program(name: &str, package: &str, error: &HelperError) -> PlatformError {
    unavailable(
        format!("the lab needs the program {name}, which did not do its work: {error}"),
        format!("install it, if it is missing: apt-get install {package}"),
    )
}
