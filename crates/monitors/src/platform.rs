//! Platforms: what can boot the kernel.

use crate::{Guest, GuestConfig, Key, Spec};
use doctor::Check;
use ground::{Arch, GuestKind, Trouble};
use images::Selection;
use protocol::Benchmark;
use results::channels::Channel;
use results::{LinuxBuild, Unit};

/// Something that can run the kernel: a hypervisor, an emulator, a recording.
pub trait Platform: Sync {
    /// Its name on the command line and in the results.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn summary(&self) -> &'static str;

    /// The keys of its specification, besides `label`.
    fn keys(&self) -> &'static [Key];

    /// The key that the first setting of a specification may leave out.
    fn main_key(&self) -> Option<&'static str> {
        None
    }

    /// Whether a run that names no platform uses it where it is available.
    fn runs_by_default(&self) -> bool {
        true
    }

    /// Whether it brings the boots that it has, whatever number is asked for.
    fn brings_its_boots(&self) -> bool {
        false
    }

    /// The kinds of guests that it runs.
    fn guests(&self) -> &'static [GuestKind] {
        &[GuestKind::Bare]
    }

    /// Whether guests on Linux are processes of a Linux that is there, so that none has to be
    /// booted for them.
    fn has_linux(&self) -> bool {
        !self.is_live()
    }

    /// Why no Linux for `arch` boots on it on this machine, in a sentence without its full stop.
    fn boots_no_linux(&self, _arch: &Arch) -> Option<String> {
        None
    }

    /// Whether it runs the kernel without a hypervisor: what others are compared with.
    fn is_native(&self) -> bool {
        false
    }

    /// Whether it can make guest time the number of executed instructions.
    fn can_be_deterministic(&self) -> bool {
        false
    }

    /// Whether every run brings the same figures, whatever else this machine does: one boot and
    /// few batches are enough then, and guests of other such platforms may run meanwhile.
    fn is_exact(&self) -> bool {
        false
    }

    /// Whether it runs further guests on the machine that it emulates, beside the one that is
    /// measured. Elsewhere each is a program of this machine's.
    fn hosts_neighbours(&self) -> bool {
        false
    }

    /// The platform that is the same hypervisor without a program of its own to run the
    /// guest: the difference between the two is what that program takes.
    fn bare(&self) -> Option<&'static str> {
        None
    }

    /// Whether it can count the events that operations cause.
    fn can_count(&self) -> bool {
        false
    }

    /// Whether it can bring a trace of every instruction of kernels of `arch`, by hypervisors as well.
    fn traces(&self, _arch: &Arch) -> bool {
        false
    }

    /// Whether a processor with nested paging runs its guests, so that the exits that it counts are
    /// those that the catalogue expects.
    fn nests_paging(&self) -> bool {
        false
    }

    /// Whether it counts what every timed batch causes, so that no operations have to be run for
    /// the counting alone.
    fn counts_batches(&self) -> bool {
        false
    }

    /// The ways in which its guests can be timed.
    fn channels(&self) -> &'static [Channel] {
        &[Channel::Internal]
    }

    /// Whether there is such a platform for kernels of `arch` at all, on any machine.
    fn exists_for(&self, _arch: &Arch) -> bool {
        true
    }

    /// Checks, quickly and without starting a guest, that it can run kernels of `arch`.
    ///
    /// # Errors
    /// Says what is missing and how to get it.
    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble>;

    /// Whether it looks as if [`Platform::detect`] would find it, by files alone: no program is started, so
    /// that a hint takes no time.
    fn is_in_sight(&self, arch: &Arch) -> bool {
        self.detect(&Spec::plain(self.name()), arch).is_ok()
    }

    /// What the doctor should look at on this machine for this kind of platform alone.
    fn checks(&self) -> &'static [&'static Check] {
        &[]
    }

    /// What the names of the host's kernel modules that run its guests begin with; their
    /// parameters become part of the results.
    fn host_modules(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether its guests run on this machine and now, as opposed to having run elsewhere.
    fn is_live(&self) -> bool {
        true
    }

    /// What the guest's counter counts.
    fn unit(&self, spec: &Spec, deterministic: bool) -> Unit;

    /// What the platform may lack where guests of this `config` say nothing at all, as far as that
    /// is known, in a sentence without its full stop.
    fn lacks(&self, _spec: &Spec, _config: &GuestConfig) -> Option<String> {
        None
    }

    /// How many seconds of the host a second of the guest's clock may take at worst.
    /// Deadlines that the guest keeps by its own clock are waited for that much longer.
    fn slowdown(&self, _deterministic: bool) -> u32 {
        1
    }

    /// The benchmarks that a run will bring, out of those of the kernel image.
    ///
    /// # Errors
    /// When the selection leaves nothing, or what would run cannot be found out.
    fn benchmarks(
        &self,
        _spec: &Spec,
        image: &[Benchmark],
        selection: &Selection,
    ) -> Result<Vec<Benchmark>, Trouble> {
        Ok(selection.apply(image))
    }

    /// Starts boot number `boot` (from 0) of a run; `None` when there is no such boot, as
    /// at the end of a recording.
    ///
    /// # Errors
    /// When the guest cannot be started.
    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble>;
}

/// An available platform.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Detected {
    /// The program that runs the guests, with its version.
    pub version: String,
    /// What a reader of the figures has to know of it, in one line; may be empty.
    pub caveat: String,
    /// The build of Linux that takes the place of its own.
    pub linux: Option<LinuxBuild>,
}
