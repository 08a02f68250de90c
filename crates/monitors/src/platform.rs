//! Platforms: what can boot the kernel.

use crate::{About, Guest, GuestConfig, Spec};
use ground::{Arch, Trouble};
use images::Selection;
use protocol::Benchmark;
use results::{InnerBuild, LinuxBuild, Unit};

/// Something that can run the kernel: a hypervisor, an emulator, a recording.
pub trait Platform: Sync {
    /// What it is.
    fn about(&self) -> &About;

    /// Its name on the command line and in the results.
    fn name(&self) -> &'static str {
        self.about().name
    }

    /// Whether there is such a platform for kernels of `arch` at all, on any machine.
    fn exists_for(&self, _arch: &Arch) -> bool {
        true
    }

    /// Why no Linux for `arch` boots on it on this machine, in a sentence without its full stop.
    fn boots_no_linux(&self, _arch: &Arch) -> Option<String> {
        None
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

    /// What the guest's counter counts.
    fn unit(&self, _spec: &Spec, deterministic: bool) -> Unit {
        match self.about().is_exact || deterministic {
            true => Unit::Instructions,
            false => Unit::Cycles,
        }
    }

    /// What the platform may lack where guests of this `config` say nothing at all, as far as that
    /// is known, in a sentence without its full stop.
    fn lacks(&self, _spec: &Spec, _config: &GuestConfig) -> Option<String> {
        None
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
    /// The programs of named releases that take the place of its own.
    pub inner: Vec<InnerBuild>,
}
