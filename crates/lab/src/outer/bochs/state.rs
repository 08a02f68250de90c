//! The kept state of a machine: a folder that Bochs writes, and goes on from.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, Instant};

use super::configuration::{DISK, FAST_STRINGS, LOG, REGISTERS, ROM};
use super::disk::{CYLINDER, File, Start, disk};
use super::guest::LinuxInBochs;
use super::{environment, linux, multiboot};
use crate::image::{HYPERVISOR, INITRAMFS, Image, KERNEL};
use crate::outer::machine::{Handed, PLACE};
use crate::worlds::{IN_BOCHS, preloaded};
use debian::failure;
use ground::Trouble;
use monitors::bochs::{self, Bochs};
use monitors::{Guest, Heard, LinuxBoot};
use system::interrupt::Interrupt;
use system::process::MemoryFile;

/// What it says then.
const KEPT: &str = "the state is kept";

/// The folder with the state, and the files in it that tell Bochs what to emulate and what is on the
/// first disk.
const STATE: &str = "state";
const STATE_OF_CONFIGURATION: &str = "config";
const STATE_OF_DISK: &str = "hard_drive.0.drive0.image";

/// The file that tells Bochs what to emulate, and those with what its debugger is to do: to go on until
/// the machine stops itself, have its state kept and quit; and to go on.
const CONFIGURATION: &str = "configuration";
const COMMANDS: &str = "commands";
const KEEP: &str = "c\nwritemem \"hyperbench-state:state\" 0 1\nq\n";
const GO_ON: &str = "c\n";

/// Bytes of the first disk beyond what the machine boots from. A run's is as large, and may hold the same
/// Linux with what it runs.
const SPARE: usize = 32 * CYLINDER;

/// Wall time that the machine may take to get ready: three minutes of an idle core for Xen's, and ten times
/// that where many share it: at a load of 12 on two cores they took more than 600 s.
const PATIENCE: Duration = Duration::from_secs(1800);

/// How long Bochs is waited for at a time.
const TURN: Duration = Duration::from_millis(200);

/// Makes the machine's state in the folder of `image`.
///
/// # Errors
/// When the machine ends or hangs instead; the message holds its last lines.
pub(super) fn keep(bochs: &Bochs, boot: &[u8], image: &Image) -> Result<(), Trouble> {
    let folder = &image.folder;
    let path = |name: &str| folder.join(name);
    let mut first_disk = bootable(image)?;
    let files = usize::try_from(image.files).unwrap_or_default().next_multiple_of(CYLINDER);
    first_disk.resize(first_disk.len() + SPARE + files, 0);
    place(folder, boot, &image.machine, &first_disk, KEEP)?;
    let state = path(STATE);
    std::fs::create_dir(&state).map_err(|error| failure::file(&state, &error))?;
    let library = MemoryFile::new(IN_BOCHS).map_err(|error| failure::file(folder, &error))?;
    let mut guest = start(bochs, environment(bochs, [preloaded(&library)]), folder)?;
    let ended = wait(&mut guest);
    let said = guest.end().messages;
    ended.and_then(|()| is_kept(&said)).map_err(|why| refused(&why, &said))?;
    // Every run has a disk of its own, as large as this one.
    for name in [CONFIGURATION, COMMANDS, LOG, DISK] {
        std::fs::remove_file(path(name)).map_err(|error| failure::file(&path(name), &error))?;
    }
    let configuration = state.join(STATE_OF_CONFIGURATION);
    let text = system::input::read_text(&configuration);
    let text = text.map_err(|error| failure::file(&configuration, &error))?;
    write(&configuration, in_order(&text).as_bytes())?;
    let disk = state.join(STATE_OF_DISK);
    empty(&disk).map_err(|error| failure::file(&disk, &error))
}

/// Starts a Linux that is told `options` on the machine of these `lines`, with so many bytes of `memory`, from a
/// `folder`; words such as `NAME=VALUE` are for Bochs' `environment`.
///
/// # Errors
/// When a file cannot be read or written, it is no such Linux, or Bochs cannot be executed.
pub(super) fn native(
    bochs: &Bochs,
    (boot, lines): (&[u8], &[String]),
    (linux, options, memory): (&LinuxBoot, &str, u64),
    folder: &Path,
    environment: Vec<String>,
) -> Result<Box<dyn Guest>, Trouble> {
    let read = |path| system::input::read(path).map_err(|error| failure::file(path, &error));
    let initramfs = read(&linux.initramfs)?;
    let loaded = linux::Loaded::new(&read(&linux.kernel)?, initramfs, options, memory)?;
    place(folder, boot, lines, &disk(&loaded.files(), linux::START)?, GO_ON)?;
    write(&folder.join(REGISTERS), FAST_STRINGS.as_bytes())?;
    Ok(Box::new(start(bochs, environment, folder)?))
}

/// Writes into `folder` what a machine of these `lines` starts with: the ROM made of `boot`, its first `disk`, and
/// the debugger's `commands`.
fn place(
    folder: &Path,
    boot: &[u8],
    lines: &[String],
    disk: &[u8],
    commands: &str,
) -> Result<(), Trouble> {
    let write = |name: &str, content: &[u8]| write(&folder.join(name), content);
    write(DISK, disk)?;
    write(ROM, &bochs::sealed_rom(boot))?;
    write(CONFIGURATION, (lines.join("\n") + "\n").as_bytes())?;
    write(COMMANDS, commands.as_bytes())
}

/// Starts the machine of which all is in `folder`.
fn start(bochs: &Bochs, environment: Vec<String>, folder: &Path) -> Result<LinuxInBochs, Trouble> {
    let words = ["-q", "-f", CONFIGURATION, "-rc", COMMANDS].map(str::to_owned).to_vec();
    let guest = bochs::start_in(bochs, environment, words, folder)?;
    Ok(LinuxInBochs::new(guest, folder))
}

/// The disk from which the machine boots the hypervisor of `image`, or its Linux where that is one.
fn bootable(image: &Image) -> Result<Vec<u8>, Trouble> {
    let read = |name| {
        let path = image.folder.join(name);
        system::input::read(&path).map_err(|error| failure::file(&path, &error))
    };
    let (kernel, initramfs) = (read(KERNEL)?, read(INITRAMFS)?);
    if image.hypervisor_options.is_empty() {
        let loaded = linux::Loaded::new(&kernel, initramfs, &image.kernel_options, image.memory)?;
        return disk(&loaded.files(), linux::START);
    }
    let modules = [(kernel, &*image.kernel_options), (initramfs, "")];
    let hypervisor = read(HYPERVISOR)?;
    let options = &image.hypervisor_options;
    let loaded = multiboot::Loaded::new(&hypervisor, options, modules, image.memory)?;
    disk(&loaded.files(), loaded.start)
}

/// Starts a machine that goes on from the state of `image`.
///
/// # Errors
/// When a file cannot be written, or Bochs cannot be executed.
pub(super) fn go_on(
    bochs: &Bochs,
    image: &Image,
    handed: &Handed<'_>,
) -> Result<Box<dyn Guest>, Trouble> {
    let here = |name: &str| handed.folder.join(name);
    let contents = handed.files.iter().map(|(name, path)| {
        let content = system::input::read(path).map_err(|error| failure::file(path, &error))?;
        Ok((format!("{PLACE}{name}"), content))
    });
    let contents = contents.collect::<Result<Vec<_>, Trouble>>()?;
    let files: Vec<_> =
        contents.iter().map(|(name, content)| File { address: 0, name, content }).collect();
    let disk = disk(&files, Start::default())?;
    let kept = image.folder.join(STATE).join(STATE_OF_DISK);
    let size = std::fs::metadata(&kept).map_err(|error| failure::file(&kept, &error))?.len();
    if disk.len() as u64 > size {
        return Err(Trouble::unavailable(
            format!("what the lab is to run does not fit on its disk of {} MB", size >> 20),
            "use a smaller kernel",
        ));
    }
    let place = || {
        let kept = std::path::absolute(&image.folder)?;
        symlink(kept.join(ROM), here(ROM))?;
        std::fs::create_dir(here(STATE))?;
        for entry in std::fs::read_dir(kept.join(STATE))? {
            let entry = entry?;
            if entry.file_name() != STATE_OF_DISK {
                symlink(entry.path(), here(STATE).join(entry.file_name()))?;
            }
        }
        for path in [here(DISK), here(STATE).join(STATE_OF_DISK)] {
            std::fs::write(&path, &disk)?;
            std::fs::File::options().write(true).open(&path)?.set_len(size)?;
        }
        std::fs::write(here(COMMANDS), GO_ON)
    };
    place().map_err(|error| failure::file(handed.folder, &error))?;
    let words = ["-q", "-r", STATE, "-rc", COMMANDS].map(str::to_owned).to_vec();
    let counting = handed.log.map(|log| log.environment(handed.outermost));
    let environment = environment(bochs, counting.into_iter().flatten());
    let guest = bochs::start_in(bochs, environment, words, handed.folder)?;
    Ok(Box::new(LinuxInBochs::new(guest, handed.folder)))
}

/// Bochs' configuration as it has kept it, with its devices in the order in which they were. It puts a
/// controller for USB behind the serial ports by itself, and where it is told of one, before them. A
/// state has its timers by their numbers alone: by the other's, a serial port would receive a byte in
/// each millisecond.
fn in_order(configuration: &str) -> String {
    let lines = configuration.lines().filter(|line| !line.starts_with("usb_uhci:"));
    lines.map(|line| line.replace("usb_uhci=true", "usb_uhci=false") + "\n").collect()
}

/// Waits until Bochs has ended.
fn wait(guest: &mut LinuxInBochs) -> Result<(), String> {
    let deadline = Instant::now() + PATIENCE;
    let mut ignored = [0; 4096];
    while Instant::now() < deadline {
        match guest.read(&mut ignored, TURN) {
            Ok(Heard::Closed) => return Ok(()),
            Err(error) => return Err(error.to_string()),
            Ok(_) if Interrupt::is_caught() => return Err("it was interrupted".to_owned()),
            Ok(_) => {}
        }
    }
    Err(format!("it never became ready within {} s", PATIENCE.as_secs()))
}

fn is_kept(said: &[String]) -> Result<(), String> {
    match said.iter().any(|line| line == KEPT) {
        true => Ok(()),
        false => Err("Bochs ended".to_owned()),
    }
}

fn refused(why: &str, said: &[String]) -> Trouble {
    let last = &said[said.len().saturating_sub(8)..];
    Trouble::unavailable(
        format!("the lab's outer machine did not get ready: {why}"),
        format!("its last lines:\n          {}", last.join("\n          ")),
    )
}

fn write(path: &Path, content: &[u8]) -> Result<(), Trouble> {
    std::fs::write(path, content).map_err(|error| failure::file(path, &error))
}

/// Leaves nothing of a file's content but its length.
fn empty(path: &Path) -> std::io::Result<()> {
    let file = std::fs::File::options().write(true).open(path)?;
    let length = file.metadata()?.len();
    file.set_len(0)?;
    file.set_len(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_machine_is_not_told_of_what_bochs_adds_by_itself() {
        let kept = "plugin_ctrl: usb_uhci=true, serial=true\nusb_uhci: enabled=1\nlog: log\n";
        assert_eq!(in_order(kept), "plugin_ctrl: usb_uhci=false, serial=true\nlog: log\n");
    }
}
