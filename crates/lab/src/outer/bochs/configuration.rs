//! What Bochs is told to emulate.

use monitors::bochs::CONSOLE;

/// The file with what registers have that Bochs does not know by itself (its manual, "cpu"): number, kind, and
/// halves of the first value, of what is reserved and of what is ignored.
pub(super) const REGISTERS: &str = "registers";

/// That strings are moved fast (Intel SDM vol. 4, 2.1, `IA32_MISC_ENABLE`), as KVM tells its guests: where they are
/// not, Linux moves each page by another way.
pub(super) const FAST_STRINGS: &str =
    "1a0 0 00000000 00000001 00000000 00000000 00000000 00000000\n";

/// Instructions in a second of the machine's clock: what the newer models say of theirs (Intel SDM
/// vol. 2A, CPUID, leaf 15h), so that Linux has the right time. Ticks of Linux' timer are so many more
/// instructions apart.
const RATE: u32 = 2_419_200_000;

/// MiB of a machine's memory that Bochs holds itself (its manual, "memory"); what is beyond is in a file.
const MOST_AT_HAND: u64 = 2048;

/// The file that is Bochs' standard error, on which an outer Linux talks.
pub(super) const MESSAGES: &str = "/proc/self/fd/2";

/// The file with the ROM that boots Linux.
pub(super) const ROM: &str = "boot.rom";

/// The file with what is on the first disk.
pub(super) const DISK: &str = "disk";

/// The file to which Bochs tells what it does, and why it ends.
pub(super) const LOG: &str = "log";

/// The lines of the file that tells Bochs of a machine with the processor `model` and so many MiB of
/// `memory`. Time is the number of instructions, from a fixed date on. What the first serial port says goes to the
/// file `serial`, and the printer is the guest's console. A triple fault ends it; so does an instruction at which
/// the debugger stops it.
pub(super) fn lines(model: &str, processors: u32, memory: u64, serial: &str) -> Vec<String> {
    let lines = [
        &format!(
            "cpu: model={model}, count={processors}, ips={RATE}, reset_on_triple_fault=0, ignore_bad_msrs=1"
        ),
        &format!("memory: guest={memory}, host={}", memory.min(MOST_AT_HAND)),
        "romimage: file=$BXSHARE/BIOS-bochs-latest",
        &format!("vgaromimage: file={ROM}"),
        "display_library: term",
        "plugin_ctrl: speaker=0, gameport=0",
        "ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14",
        &format!("ata0-master: type=disk, path={DISK}, mode=flat, cylinders=0"),
        &format!("com1: enabled=1, mode=file, dev={serial}"),
        &format!("parport1: enabled=1, file={CONSOLE}"),
        "clock: sync=none, time0=1704067200",
        "magic_break: enabled=1",
        &format!("log: {LOG}"),
        "panic: action=fatal",
        "error: action=ignore",
        "info: action=ignore",
        "debug: action=ignore",
    ];
    lines.map(str::to_owned).to_vec()
}

/// The same for a Linux that is the guest itself, and moves strings as one below KVM does.
pub(super) fn of_guest(model: &str, processors: u32, memory: u64) -> Vec<String> {
    let mut lines = lines(model, processors, memory, CONSOLE);
    lines[0] += &format!(", msrs={REGISTERS}");
    lines
}
