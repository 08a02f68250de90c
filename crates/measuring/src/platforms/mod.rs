//! The platforms: those that need no monitor are files here; `monitors` and the lab have their own
//! lists.

mod host;
mod replay;

use doctor::Check;
use ground::GuestKind;
use monitors::Platform;

pub use host::HOST;

/// All of them, by name.
pub fn all() -> Vec<&'static dyn Platform> {
    let own = [host::PLATFORM, replay::PLATFORM];
    let mut all: Vec<_> =
        own.into_iter().chain(monitors::platforms()).chain(lab::platforms()).collect();
    all.sort_by_key(|platform| platform.name());
    all
}

/// Those that a run measures which names none, on a machine that is virtual or not. In a virtual machine
/// what its own processes pay is what its user has; elsewhere it is what guests are compared with.
pub fn by_default(is_virtual: bool) -> Vec<&'static dyn Platform> {
    let runs_bare =
        |platform: &&'static dyn Platform| platform.about().guests.contains(&GuestKind::Bare);
    let all = all().into_iter().filter(|platform| platform.about().runs_by_default);
    let (mut bare, other): (Vec<_>, Vec<_>) = all.partition(runs_bare);
    bare.extend(other.into_iter().filter(|_| is_virtual));
    bare
}

/// The checks of every machine, and those that `platforms` add.
pub fn checks(platforms: &[&'static dyn Platform]) -> Vec<&'static Check> {
    doctor::checks(platforms.iter().flat_map(|platform| platform.about().checks).copied())
}

#[cfg(test)]
mod checks_tests;

#[cfg(test)]
mod spec_tests;
