//! The file that tells Bochs what to emulate.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Instructions in a second of the guest's clock: a little less than Bochs emulates in one, so that
/// the guest's deadlines come in time.
const RATE: u32 = 20_000_000;

/// What a machine is made of.
pub(super) struct Machine<'a> {
    /// The processor model.
    pub cpu: &'a str,
    /// Processors.
    pub cpus: u32,
    /// Memory in MiB.
    pub memory: u64,
    /// The files with the kernel's parts, and their addresses.
    pub kernel: Vec<(u64, PathBuf)>,
    /// The file with the ROM that starts it.
    pub rom: &'a Path,
    /// What the serial port's output goes to.
    pub console: &'a str,
}

impl Machine<'_> {
    /// The file's text. The ROM has the place of the graphics adapter's. Time is the number of
    /// instructions, from a fixed date. The display is text for a terminal that nobody sees.
    pub(super) fn text(&self) -> String {
        let Machine { cpu, cpus, memory, console, .. } = self;
        let rom = self.rom.display();
        let mut text = format!(
            "cpu: model={cpu}, count={cpus}, ips={RATE}, reset_on_triple_fault=0\n\
             memory: guest={memory}, host={memory}\n\
             romimage: file=$BXSHARE/BIOS-bochs-latest\n\
             vgaromimage: file={rom}\n\
             display_library: term\n\
             plugin_ctrl: speaker=0, gameport=0\n\
             com1: enabled=1, mode=file, dev={console}\n\
             clock: sync=none, time0=1704067200\n\
             log: /proc/self/fd/2\n\
             panic: action=fatal\n\
             error: action=ignore\n\
             info: action=ignore\n\
             debug: action=ignore\n"
        );
        for (i, (address, part)) in self.kernel.iter().enumerate() {
            let (number, part) = (i + 1, part.display());
            writeln!(text, "optramimage{number}: file={part}, address={address:#x}")
                .expect("a String takes everything");
        }
        text
    }
}
