//! Starts Bochs guests.

use std::path::Path;

use super::configuration::Machine;
use super::image::Image;
use super::locate::{Bochs, locate};
use super::rom::rom;
use crate::keeping::Keeping;
use crate::{Guest, GuestConfig, Spec, start_program};
use ground::Trouble;
use system::process::MemoryFile;

/// The console has a descriptor of its own: on its standard output, Bochs talks as well. Its display
/// wants to know the terminal, of which any will do.
const SCRIPT: &str = "exec env TERM=dumb \"$0\" \"$@\" 3>&1 >/dev/null";

/// The file in a guest's configuration of which the content is the console.
pub const CONSOLE: &str = "/proc/self/fd/3";

/// Tells the debugger to go on. Where it would ask what next, its input has ended, and so does it.
const GO_ON: &[u8] = b"c\n";

/// What comes before the reason for which Bochs ends; a guest that powers off is one.
const PANIC: &str = ">>PANIC<<";

/// MiB that Bochs can give a guest.
const MOST_MEMORY: u64 = 2048;

/// Starts the guest of `config`, with words such as `NAME=VALUE` in Bochs' `environment`.
///
/// # Errors
/// When Bochs is missing or cannot be started, and when the kernel or the machine asked for is not
/// one that it can run.
pub fn start(
    spec: &Spec,
    config: &GuestConfig,
    environment: Vec<String>,
) -> Result<Box<dyn Guest>, Trouble> {
    let bochs = locate(spec, config.arch)?;
    let memory = config.memory >> 20;
    if memory > MOST_MEMORY {
        return Err(refused(format!("a guest in Bochs has {MOST_MEMORY} MiB at most")));
    }
    let file = |content: &[u8]| {
        MemoryFile::new(content).map_err(|error| refused(format!("no memory for a file: {error}")))
    };
    let elf =
        system::input::read(&config.image).map_err(|error| unusable(&config.image, &error))?;
    let image = Image::read(&elf).map_err(|error| unusable(&config.image, &error))?;
    // What is dangerous on a real machine is not on this one, of which the kernel cannot know.
    let options = format!("danger=on {}", config.options);
    let rom = file(&rom(config.arch, image.entry, &options).map_err(refused)?)?;
    let parts = image.parts().map_err(|error| unusable(&config.image, &error))?;
    let kernel: Vec<_> = parts
        .into_iter()
        .map(|(address, part)| Ok((address, file(part)?)))
        .collect::<Result<_, Trouble>>()?;
    let machine = Machine {
        cpu: &bochs.cpu,
        cpus: bochs.cpus,
        memory,
        kernel: kernel.iter().map(|(address, part)| (*address, part.path())).collect(),
        rom: &rom.path(),
        console: CONSOLE,
    };
    let (configuration, go_on) = (file(machine.text().as_bytes())?, file(GO_ON)?);
    let guest = run(&bochs, &configuration, &go_on, environment)?;
    let mut files = vec![rom, configuration, go_on];
    files.extend(kernel.into_iter().map(|(_, part)| part));
    Ok(Box::new(Keeping::new(guest, complaints, files)))
}

fn run(
    bochs: &Bochs,
    configuration: &MemoryFile,
    go_on: &MemoryFile,
    environment: Vec<String>,
) -> Result<Box<dyn Guest>, Trouble> {
    let path = |file: &MemoryFile| file.path().display().to_string();
    let mut words = vec!["-q".into(), "-f".into(), path(configuration)];
    if bochs.debugs {
        words.extend(["-rc".into(), path(go_on)]);
    }
    start_in(bochs, environment, words, Path::new("/"))
}

/// Starts `bochs` with just these `arguments`, in `folder`, and with words such as `NAME=VALUE` in its
/// `environment`; what goes to [`CONSOLE`] is the guest's console.
///
/// # Errors
/// When it cannot be executed.
pub fn start_in(
    bochs: &Bochs,
    environment: Vec<String>,
    arguments: Vec<String>,
    folder: &Path,
) -> Result<Box<dyn Guest>, Trouble> {
    let mut words = vec!["-c".into(), SCRIPT.into()];
    words.extend(environment);
    words.push(bochs.path.display().to_string());
    words.extend(arguments);
    start_program(Path::new("/bin/sh"), words, folder, None)
}

fn unusable(image: &Path, why: &impl std::fmt::Display) -> Trouble {
    refused(format!("the kernel {} cannot be used: {why}", image.display()))
}

fn refused(why: String) -> Trouble {
    Trouble::unavailable(why, "see docs/platforms.md for what Bochs takes")
}

/// What ended Bochs, out of all that it said; all of it where it does not say.
fn complaints(messages: Vec<String>) -> Vec<String> {
    let cause = |line: &String| Some(format!("Bochs: {}", line.split_once(PANIC)?.1.trim()));
    let causes: Vec<_> = messages.iter().filter_map(cause).collect();
    if causes.is_empty() { messages } else { causes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ended_bochs_is_told_and_nothing_else() {
        let lines = |list: &[&str]| list.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
        let said = ["0i[PLUGIN] loaded", "9p[CPU0  ] >>PANIC<< 3rd exception", "=====", "exiting"];
        assert_eq!(complaints(lines(&said)), ["Bochs: 3rd exception"]);
        assert_eq!(complaints(lines(&["sh: 1: not found"])), ["sh: 1: not found"]);
    }
}
