//! Bochs: an emulator that interprets one instruction after the other, and knows all of VMX.
//!
//! It gets the kernel into its memory before the machine starts, and a ROM of the tool's that starts
//! it: no disk, no loader. Whatever it reads is in memory and has no name; it shows nothing, listens
//! to nobody, and ends where its debugger would ask the user.

mod check;
mod configuration;
mod image;
mod launch;
mod locate;
pub(crate) mod platform;
mod rom;

pub use check::PROGRAM;
pub use launch::{CONSOLE, start, start_in};
pub use locate::{Bochs, locate};
pub use rom::sealed_rom;

use crate::Key;

/// The keys of its specification.
pub const KEYS: &[Key] = &[
    Key { name: "binary", help: "the Bochs program to run, a name in PATH or a file" },
    Key { name: "cpu", help: "the processor model, as Bochs names it" },
    CPUS,
];

/// How many processors a guest has; not what is asked for with `--cpus`: several take turns, and the
/// clock then goes on once a turn.
const CPUS: Key =
    Key { name: "cpus", help: "processors, taking turns; figures of one are exact [1]" };

/// What a Debian or Ubuntu installs for it; the second is the display that needs no screen.
pub const PACKAGES: &str = "bochs bochs-term bochsbios";
