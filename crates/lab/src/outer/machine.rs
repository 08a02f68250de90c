//! What an outer machine is to the rest of the lab, whatever emulates it.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use crate::arch::{LabArch, LabImage};
use crate::image::Image;
use crate::worlds::{Log, Outermost};
use ground::Trouble;
use monitors::{Guest, GuestConfig};

/// An emulator of outer machines: computers whose clock counts executed instructions.
pub(crate) trait Outer: Debug {
    /// Its name and version: figures compare only between equal ones.
    fn version(&self) -> &str;

    /// All that makes the machine with `cpus` processors and so many bytes of `memory` on which a Linux
    /// waits that is a guest without a hypervisor; `None` where none can.
    fn native_machine(&self, lab: &LabArch, config: &GuestConfig, cpus: u32)
    -> Option<Vec<String>>;

    /// All that makes the machine with so many bytes of `memory` and `processors` for the image `made_of` of a
    /// `lab`, as the emulator takes it.
    fn machine(
        &self,
        lab: &LabArch,
        made_of: &LabImage,
        memory: u64,
        processors: u32,
    ) -> Vec<String>;

    /// Starts the machine of `image`, waits for the instruction at which it stops itself, and keeps its
    /// state in the folder of `image`. A machine to which something is `handed` goes on from the state
    /// that is there, to the next such instruction.
    ///
    /// # Errors
    /// When the machine ends or hangs instead; the message holds its last lines.
    fn keep(&self, image: &Image, handed: Option<&Handed<'_>>) -> Result<(), Trouble>;

    /// Starts a machine that goes on from the kept state, with what is handed to it; its console is
    /// that of the guest inside.
    ///
    /// # Errors
    /// When the state cannot be read or the emulator does not start.
    fn go_on(&self, image: &Image, handed: &Handed<'_>) -> Result<Box<dyn Guest>, Trouble>;

    /// Starts the machine of a `lab` that has what is `booted`, a hypervisor that has its guest by that.
    ///
    /// # Errors
    /// When the emulator does not start, or has no such machine.
    fn boot(&self, lab: &LabArch, booted: &Booted<'_>) -> Result<Box<dyn Guest>, Trouble> {
        let _ = (lab, booted);
        let why = format!("{} has no machine with a device tree", self.version());
        Err(Trouble::unavailable(why, "choose another of the lab's platforms"))
    }

    /// Starts the kernel or the Linux of `config` on a machine with `cpus` processors and without a
    /// hypervisor, in `folder`; `log` counts, where there is one.
    ///
    /// # Errors
    /// When the emulator does not start, or not with this `config`.
    fn native(
        &self,
        lab: &LabArch,
        config: &GuestConfig,
        cpus: u32,
        folder: &Path,
        log: Option<&Log>,
    ) -> Result<Box<dyn Guest>, Trouble>;
}

/// What a machine starts with whose devices the tool describes itself.
#[derive(Debug)]
pub(crate) struct Booted<'a> {
    /// Where it runs.
    pub(crate) folder: &'a Path,
    /// What it starts, and its device tree.
    pub(crate) kernel: PathBuf,
    pub(crate) tree: PathBuf,
    /// A file that lies in its memory, and where.
    pub(crate) loaded: (PathBuf, u64),
    /// Bytes of memory.
    pub(crate) memory: u64,
    pub(crate) cpus: u32,
    /// Who counts what is executed.
    pub(crate) log: Option<&'a Log>,
}

/// What the names of all handed files begin with, inside.
pub(crate) const PLACE: &str = "opt/hb/";

/// A file that is handed, and the name under which `port read` finds it, without [`PLACE`].
pub(crate) type Handing = (&'static str, PathBuf);

/// What is handed to a machine that goes on.
#[derive(Debug)]
pub(crate) struct Handed<'a> {
    /// Where it runs, and may write.
    pub(crate) folder: &'a Path,
    /// Files by their names.
    pub(crate) files: &'a [Handing],
    /// Who counts what is executed.
    pub(crate) log: Option<&'a Log>,
    /// Who runs at the outside.
    pub(crate) outermost: Outermost,
}
