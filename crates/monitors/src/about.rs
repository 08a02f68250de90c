//! What a platform is, as data.

use crate::Key;
use doctor::Check;
use ground::GuestKind;
use results::channels::Channel;

/// What a platform is, whatever it is asked for.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each fact is independent of the others")]
pub struct About {
    /// Its name on the command line and in the results.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// The keys of its specification, besides `label`.
    pub keys: &'static [Key],
    /// The key that the first setting of a specification may leave out.
    pub main_key: Option<&'static str>,
    /// Whether a run that names no platform uses it where it is available.
    pub runs_by_default: bool,
    /// The kinds of guests that it runs.
    pub guests: &'static [GuestKind],
    /// Whether guests on Linux are processes of a Linux that is there, so that none has to be booted for
    /// them.
    pub has_linux: bool,
    /// Whether its guests run on this machine and now, as opposed to having run elsewhere.
    pub is_live: bool,
    /// Whether it brings the boots that it has, whatever number is asked for.
    pub brings_its_boots: bool,
    /// Whether it runs the kernel without a hypervisor: what others are compared with.
    pub is_native: bool,
    /// The platform that is the same hypervisor without a program of its own to run the guest: the
    /// difference between the two is what that program takes.
    pub bare: Option<&'static str>,
    /// Whether it can make guest time the number of executed instructions.
    pub can_be_deterministic: bool,
    /// Whether every run brings the same figures, whatever else this machine does: guest time is the number
    /// of executed instructions, one boot and few batches are enough, and guests of other such platforms may
    /// run meanwhile.
    pub is_exact: bool,
    /// How many seconds of the host a second of the guest's clock may take at worst, where that counts
    /// instructions. Deadlines that the guest keeps by its own clock are waited for that much longer.
    pub slowdown: u32,
    /// Whether it runs further guests on the machine that it emulates, beside the one that is measured.
    /// Elsewhere each is a program of this machine's.
    pub hosts_neighbours: bool,
    /// Whether it can count the events that operations cause.
    pub can_count: bool,
    /// Whether it counts what every timed batch causes, so that no operations have to be run for the
    /// counting alone.
    pub counts_batches: bool,
    /// Whether a processor with nested paging runs its guests, so that the exits that it counts are those
    /// that the catalogue expects.
    pub nests_paging: fn() -> bool,
    /// The ways in which its guests can be timed.
    pub channels: &'static [Channel],
    /// What the doctor should look at on this machine for this kind of platform alone.
    pub checks: &'static [&'static Check],
    /// What the names of the host's kernel modules that run its guests begin with; their parameters become
    /// part of the results.
    pub host_modules: &'static [&'static str],
}

impl About {
    /// A platform that runs bare guests here and now, when a run names it, and can do nothing more: what
    /// each platform says of itself begins with it.
    pub const PLAIN: Self = Self {
        name: "",
        summary: "",
        keys: &[],
        main_key: None,
        runs_by_default: false,
        guests: &[GuestKind::Bare],
        has_linux: false,
        is_live: true,
        brings_its_boots: false,
        is_native: false,
        bare: None,
        can_be_deterministic: false,
        is_exact: false,
        slowdown: 1,
        hosts_neighbours: false,
        can_count: false,
        counts_batches: false,
        nests_paging: || false,
        channels: &[Channel::Internal],
        checks: &[],
        host_modules: &[],
    };
}
