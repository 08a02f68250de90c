//! What can go wrong with packages and images, as one sentence each.

use std::io;
use std::path::Path;

use ground::Trouble;
use system::process::HelperError;

/// A file of the cache, or one to put into an image, cannot be read or written.
pub fn file(path: &Path, error: &io::Error) -> Trouble {
    Trouble::unavailable(
        format!("{} cannot be used: {error}", path.display()),
        "check its permissions and the free space, or set XDG_CACHE_HOME to another folder",
    )
}

/// A program that images are made with cannot be run.
pub fn program(name: &str, package: &str, error: &HelperError) -> Trouble {
    let next = match error {
        HelperError::NoRoom => "make room, or set XDG_CACHE_HOME to another folder".to_owned(),
        _ => format!("install it, if it is missing: apt-get install {package}"),
    };
    Trouble::unavailable(
        format!("the program {name} is needed, and did not do its work: {error}"),
        next,
    )
}
