//! What can go wrong with packages and images, as one sentence each.

use std::io;
use std::path::Path;

use monitors::PlatformError;
use system::process::HelperError;

/// An image cannot be used: `why`, and what to do next.
pub fn unavailable(why: impl Into<String>, next: impl Into<String>) -> PlatformError {
    PlatformError::Unavailable { why: why.into(), next: next.into() }
}

/// A file of the cache, or one to put into an image, cannot be read or written.
pub fn file(path: &Path, error: &io::Error) -> PlatformError {
    unavailable(
        format!("{} cannot be used: {error}", path.display()),
        "check its permissions and the free space, or set XDG_CACHE_HOME to another folder",
    )
}

/// A program that images are made with cannot be run.
pub fn program(name: &str, package: &str, error: &HelperError) -> PlatformError {
    unavailable(
        format!("the program {name} is needed, and did not do its work: {error}"),
        format!("install it, if it is missing: apt-get install {package}"),
    )
}
