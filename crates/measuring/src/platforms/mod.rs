//! The platforms: those that need no monitor are files here; `monitors` and the lab have their own
//! lists.

mod host;
mod replay;

use doctor::Check;
use monitors::Platform;

/// All of them, by name.
pub fn all() -> Vec<&'static dyn Platform> {
    let own = [host::PLATFORM, replay::PLATFORM];
    let mut all: Vec<_> =
        own.into_iter().chain(monitors::platforms()).chain(lab::platforms()).collect();
    all.sort_by_key(|platform| platform.name());
    all
}

/// The checks of every machine, and those that `platforms` add.
pub fn checks(platforms: &[&'static dyn Platform]) -> Vec<&'static Check> {
    doctor::checks(platforms.iter().flat_map(|platform| platform.checks()).copied())
}

#[cfg(test)]
mod checks_tests;

#[cfg(test)]
mod spec_tests;
