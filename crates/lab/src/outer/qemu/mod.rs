//! QEMU's emulator as the outer machine: its clock counts instructions where it is told to.

mod arguments;
mod mending;
mod qcow2;
mod snapshot;

use std::path::{Path, PathBuf};

use super::machine::{Booted, Handed, Outer, PLACE};
use crate::arch::{LabArch, LabImage};
use crate::image::{Image, SNAPSHOT};
use crate::option_value::quoted;
use crate::options;
use crate::worlds::{Log, Outermost};
use debian::failure;
use ground::{Arch, Trouble};
use monitors::qemu::{self, Qemu};
use monitors::{Guest, GuestConfig, Spec};

/// The device that stops the machine, at the place where the first process looks for it.
const STOPPING: &str = "pvpanic-pci,addr=5";

/// The QEMU in the file `program`.
///
/// # Errors
/// When it is not there.
pub(super) fn locate(spec: &Spec, arch: &Arch, program: &str) -> Result<Qemu, Trouble> {
    qemu::locate(&Spec::plain(spec.text()).with("binary", program), arch)
}

/// The same, where it can emulate at all.
///
/// # Errors
/// As [`locate`], and when it was built without TCG, the module with it is not installed, or it takes
/// no plugin of the tool's.
pub(super) fn detect(spec: &Spec, arch: &Arch, program: &str) -> Result<Qemu, Trouble> {
    let qemu = locate(spec, arch, program)?;
    let listed = qemu::ask(&qemu.path, &["-accel", "help"]);
    if listed.is_ok_and(|output| output.stdout.lines().any(|line| line.trim() == "tcg")) {
        mending::plugin(&qemu)?;
        return Ok(qemu);
    }
    Err(Trouble::unavailable(
        format!("{} has no TCG, the emulator that the lab runs on", qemu.path.display()),
        "leave outer= out: the lab has a QEMU of its own",
    ))
}

impl Outer for Qemu {
    fn version(&self) -> &str {
        &self.version
    }

    fn machine(
        &self,
        lab: &LabArch,
        made_of: &LabImage,
        memory: u64,
        processors: u32,
    ) -> Vec<String> {
        let machine = made_of.machine.as_ref().unwrap_or(&lab.machine);
        let mut words = arguments::machine(lab, machine, memory, processors);
        words.extend(["-serial".to_owned(), lab.serial.clone()]);
        let devices = std::iter::once(STOPPING).chain(lab.devices.iter().map(String::as_str));
        words.extend(devices.flat_map(|device| ["-device".to_owned(), device.to_owned()]));
        words
    }

    fn native_machine(
        &self,
        lab: &LabArch,
        config: &GuestConfig,
        cpus: u32,
    ) -> Option<Vec<String>> {
        let mut words = arguments::machine(lab, &lab.machine, config.memory, cpus);
        words.extend(["-serial".to_owned(), "chardev:guest".to_owned()]);
        let devices = config.arch.qemu.devices.iter().map(String::as_str);
        let devices = devices.chain([STOPPING]);
        words.extend(devices.flat_map(|device| ["-device".to_owned(), device.to_owned()]));
        Some(words)
    }

    fn keep(&self, image: &Image, handed: Option<&Handed<'_>>) -> Result<(), Trouble> {
        let state = image.folder.join(SNAPSHOT);
        if handed.is_none() {
            std::fs::write(&state, qcow2::empty())
                .map_err(|error| failure::file(&state, &error))?;
        }
        // A hypervisor below Linux is told the files' names: they must not say where the cache is.
        let here = Image { folder: PathBuf::new(), ..image.clone() };
        let mut words = arguments::of(&here, &state);
        if let Some(handed) = handed {
            words.extend(going_on(self, handed)?);
        } else if image.clock_by_plugin {
            words.extend(mending::alone(self)?);
        }
        snapshot::take(self, words, &image.folder)
    }

    fn go_on(&self, image: &Image, handed: &Handed<'_>) -> Result<Box<dyn Guest>, Trouble> {
        // QEMU writes to the file even where it only reads the state.
        let state = handed.folder.join(SNAPSHOT);
        let pristine = image.folder.join(SNAPSHOT);
        std::fs::copy(&pristine, &state).map_err(|error| failure::file(&pristine, &error))?;
        let mut words = arguments::of(image, &state);
        words.extend(going_on(self, handed)?);
        qemu::start_in(self, words, handed.folder)
    }

    fn boot(&self, lab: &LabArch, booted: &Booted<'_>) -> Result<Box<dyn Guest>, Trouble> {
        let mut words = arguments::machine(lab, &lab.machine, booted.memory, booted.cpus);
        let mut add = |pair: [String; 2]| words.extend(pair);
        let (file, address) = &booted.loaded;
        add(["-chardev".into(), "stdio,id=console,signal=off".into()]);
        add(["-serial".into(), "chardev:console".into()]);
        add(["-kernel".into(), booted.kernel.display().to_string()]);
        add(["-dtb".into(), booted.tree.display().to_string()]);
        let loader = format!("loader,file={},addr={address:#x},force-raw=on", quoted(file));
        add(["-device".into(), loader]);
        if let Some(log) = booted.log {
            words.extend(log.arguments(&mending::plugin(self)?, Outermost::Hypervisor));
        }
        qemu::start_in(self, words, booted.folder)
    }

    fn native(
        &self,
        lab: &LabArch,
        config: &GuestConfig,
        cpus: u32,
        folder: &Path,
        log: Option<&Log>,
    ) -> Result<Box<dyn Guest>, Trouble> {
        let mut words = arguments::machine(lab, &lab.machine, config.memory, cpus);
        let mut add = |pair: [&str; 2]| words.extend(pair.map(str::to_owned));
        add(["-chardev", "stdio,id=console,signal=off"]);
        add(["-serial", "chardev:console"]);
        for device in &config.arch.qemu.devices {
            add(["-device", device]);
        }
        if let Some(linux) = &config.linux {
            add(["-kernel", &linux.kernel.to_string_lossy()]);
            add(["-initrd", &linux.initramfs.to_string_lossy()]);
            add(["-append", &options::linux_options(lab, linux, config, None)]);
        } else {
            add(["-kernel", &config.image.to_string_lossy()]);
            let options = config.arch.qemu.kernel_options.join(" ");
            add(["-append", &format!("{options} {}", options::of(config))]);
        }
        match log {
            Some(log) => words.extend(log.arguments(&mending::plugin(self)?, Outermost::Guest)),
            None if lab.clock_by_plugin => words.extend(mending::alone(self)?),
            None => {}
        }
        qemu::start_in(self, words, folder)
    }
}

/// What has a machine of `qemu` go on from a kept state, with what is `handed` to it.
///
/// # Errors
/// When it takes no plugin of the tool's.
fn going_on(qemu: &Qemu, handed: &Handed<'_>) -> Result<Vec<String>, Trouble> {
    let mut words = vec!["-loadvm".to_owned(), snapshot::NAME.to_owned()];
    words.extend(handed.files.iter().flat_map(|(name, path)| pass(name, path)));
    match handed.log {
        Some(log) => words.extend(log.arguments(&mending::plugin(qemu)?, handed.outermost)),
        None if handed.outermost != Outermost::Guest => words.extend(mending::alone(qemu)?),
        None => {}
    }
    Ok(words)
}

/// Hands a file to the machine.
fn pass(name: &str, path: &Path) -> [String; 2] {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    ["-fw_cfg".to_owned(), format!("name={PLACE}{name},file={}", quoted(&path))]
}
