//! What all platforms that run QEMU share: finding it, its command line, its process.

mod boot;
mod check;
mod command;
mod counting;
mod disk;
mod fatal;
mod launch;
mod locate;
mod move_keys;
mod moving;
mod network;
pub mod paravirtual;
mod pinned;
pub(crate) mod platform_kvm;
pub(crate) mod platform_tcg;
mod plugin;
mod process;
mod qmp;
mod sandbox;
mod scratch;
mod statistics;
mod virtio;
mod wiring;

pub use check::PROGRAM;
pub use command::Accelerator;
pub use counting::Counter;
pub use disk::{Backing, Disk};
pub use launch::{lacks, start, start_controlled, start_in};
pub use locate::ask;
pub(crate) use locate::find;
pub use locate::{Qemu, locate};
pub use network::Network;
pub use plugin::{Build, Plugin};
pub use qmp::Qmp;
pub use virtio::VirtioHost;

use crate::{Key, devices, keys, linux_keys};
use doctor::Check;
use results::channels::Channel;

/// The keys of a QEMU platform's specification.
pub const KEYS: &[Key] = keys!(OWN_KEYS, &move_keys::KEYS, &linux_keys::ALL, &devices::keys::ALL);

/// The same where QEMU has guests run by KVM.
pub const KEYS_WITH_KVM: &[Key] = keys!(KEYS, &[paravirtual::KEY]);

const OWN_KEYS: &[Key] = &[
    Key { name: "binary", help: "the QEMU program to run, a name in PATH or a file" },
    Key { name: "machine", help: "the machine type, such as q35, pc or microvm" },
    Key { name: "cpu", help: "the CPU model, as QEMU's -cpu takes it" },
    Key { name: "device", help: "a device more, as QEMU's -device takes it, such as pci-testdev" },
    Key { name: "boot", help: boot::HELP },
    Key { name: "firmware", help: "the firmware's file, such as OVMF.fd" },
    sandbox::KEY,
];

/// Arguments for a clock that advances one tick an instruction, from a fixed date and without
/// sleep, and for fixed random numbers: two runs execute the same instructions at the same times.
pub const COUNTED_TIME: &[&str] =
    &["-icount", "shift=0,sleep=off", "-rtc", "clock=vm,base=2024-01-01T00:00:00", "-seed", "1"];

/// What the doctor looks at for every QEMU platform.
pub const CHECKS: &[&Check] = &[PROGRAM];
/// The ways in which a QEMU guest can be timed.
pub const CHANNELS: &[Channel] = &[Channel::Internal, Channel::Uart, Channel::Mailbox];
