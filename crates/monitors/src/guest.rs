//! A guest: a kernel that a platform has started and whose console can be read.

use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::counting::{Snapshots, Tallies};
use crate::pinning::Pinning;
use crate::timing::Stopwatch;
use ground::{Arch, GuestKind};
use results::channels::Channel;
use results::{Migration, Placement};

/// What a guest is made of, the same on every platform.
#[derive(Debug, Clone)]
pub struct GuestConfig {
    /// The architecture of the kernel.
    pub arch: &'static Arch,
    /// What it is.
    pub kind: GuestKind,
    /// The ELF file of the kernel, or of the program on Linux.
    pub image: PathBuf,
    /// The Linux to boot for that program; `None` where there is one, and of other kinds.
    pub linux: Option<LinuxBoot>,
    /// The options of the kernel or program, with those of the specification's `option=`; a platform
    /// adds what it needs itself.
    pub options: String,
    /// The guests to run beside it, where the platform hosts them; each is busy until it is ended.
    pub neighbours: Vec<Self>,
    /// Whether its Linux has to be started, even where one that waits has been kept.
    pub whole_boot: bool,
    /// Virtual CPUs, at least 1.
    pub cpus: u32,
    /// Memory in bytes.
    pub memory: u64,
    /// What it is to have, where the platform has it.
    pub devices: Devices,
    /// Whether time is to be the number of executed instructions.
    pub deterministic: bool,
    /// Whether events are to be counted, where the platform can.
    pub counting: bool,
    /// What of it is to be followed for a profile, where that is asked for and the platform can.
    pub trace: Option<Trace>,
    /// Whose clock times the benchmarks; one that the platform offers.
    pub timing: Channel,
    /// Which of the host's CPUs its threads run on.
    pub pinning: Pinning,
}

impl GuestConfig {
    /// Whether its threads are to be pinned. Where time is the number of instructions, it does
    /// not matter where they run.
    pub fn is_pinned(&self) -> bool {
        self.pinning != Pinning::None && !self.deterministic
    }

    /// A guest of this machine's architecture.
    #[cfg(test)]
    pub fn plain() -> Self {
        Self::bare(Arch::native(), "/tmp/k.elf", 64 << 20)
    }

    /// One CPU and `memory` bytes for the kernel of `arch` in the file `image`, and nothing special.
    pub fn bare(arch: &'static Arch, image: impl Into<PathBuf>, memory: u64) -> Self {
        Self {
            arch,
            kind: GuestKind::Bare,
            image: image.into(),
            linux: None,
            options: String::new(),
            neighbours: Vec::new(),
            whole_boot: false,
            cpus: 1,
            memory,
            devices: Devices::default(),
            deterministic: false,
            counting: false,
            trace: None,
            timing: Channel::Internal,
            pinning: Pinning::None,
        }
    }
}

/// What it takes to profile a guest.
#[derive(Debug, Clone)]
pub struct Trace {
    /// The folder that gets it.
    pub folder: PathBuf,
    /// The windows whose every instruction it has.
    pub windows: RangeInclusive<u64>,
}

/// Devices that benchmarks need.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Devices {
    /// A disk that they may write to.
    pub disk: bool,
    /// A network with a peer.
    pub network: bool,
}

/// A Linux that starts the program of a guest as its first process.
#[derive(Debug, Clone)]
pub struct LinuxBoot {
    /// Its kernel.
    pub kernel: PathBuf,
    /// Its initial file system, with the program in it.
    pub initramfs: PathBuf,
    /// Its own options.
    pub options: String,
    /// QEMU's name of the machine that it is for, unless another is asked for.
    pub machine: String,
    /// Whether other runs boot the same, so that a state of it is worth keeping.
    pub is_common: bool,
}

impl LinuxBoot {
    /// All that Linux is told: its options with those of a specification, and behind two dashes
    /// those of its first process (Linux, Documentation/admin-guide/kernel-parameters.rst).
    pub fn command_line(&self, more: Option<&str>, process: &str) -> String {
        let own = [self.options.as_str(), more.unwrap_or_default()].join(" ");
        format!("{} -- {process}", own.trim_end())
    }
}

/// What came of waiting for the guest's console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// This many bytes, at least one.
    Bytes(usize),
    /// Nothing within the time given.
    Nothing,
    /// The guest has ended; nothing will follow.
    Closed,
}

/// Where a guest is that may be moved to a second monitor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Whereabouts {
    /// In the first, as those that are not moved.
    #[default]
    First,
    /// In the first, which sends it to the second.
    Between,
    /// In the second.
    Second,
}

/// A guest's last words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parting {
    /// How the program that ran the guest ended, such as `exit status 1`. `None` when it
    /// was still running and has been killed, and when there was no such program.
    pub ended: Option<String>,
    /// The last lines that it printed besides the console.
    pub messages: Vec<String>,
}

/// A running guest. Dropping it ends it, together with every process that it is made of.
pub trait Guest {
    /// Waits at most `patience` for the console and puts what came into `buffer`.
    ///
    /// # Errors
    /// When the console cannot be read; the guest is of no use then. A wait that a signal
    /// interrupts is no error: it ends early with [`Heard::Nothing`].
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard>;

    /// Ends the guest if it still runs and says how it went.
    fn end(&mut self) -> Parting;

    /// The command line of the program that runs the guest; empty where there is none.
    fn command(&self) -> &[String];

    /// When it was started; `None` for a recording, whose times mean nothing.
    fn started(&self) -> Option<Instant>;

    /// The host's processes that it is made of; none where it is not made of any that are known.
    fn processes(&self) -> Vec<u32> {
        Vec::new()
    }

    /// Whether its Linux went on from a state that was kept.
    fn is_resumed(&self) -> bool {
        false
    }

    /// Who counts its events; `None` where nobody does.
    fn snapshots(&self) -> Option<&Snapshots> {
        None
    }

    /// What was counted in its windows; `None` where they are only timed.
    fn tallies(&self) -> Option<&dyn Tallies> {
        None
    }

    /// What times its windows; `None` without external timing.
    fn stopwatch(&self) -> Option<&Stopwatch> {
        None
    }

    /// Takes note that a benchmark has begun: what is to happen to the guest meanwhile can begin.
    fn benchmark_begins(&mut self) {}

    /// Where what was read last came from.
    fn whereabouts(&self) -> Whereabouts {
        Whereabouts::First
    }

    /// How it was moved, once it has ended; `None` where that did not begin.
    fn migration(&self) -> Option<&Migration> {
        None
    }

    /// What is to be noted of it, once it has ended.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// Where its threads were placed; `None` where the tool cannot place them.
    fn placement(&self) -> Option<&Placement> {
        None
    }
}
