//! Runs the benchmark kernel inside an image, from the image's kept state on.

use std::path::Path;

use super::arch::LabArch;
use super::guest::LabGuest;
use super::image::{HYPERVISOR, INITRAMFS, Image, SNAPSHOT};
use super::keys::{cpus, pod, statistics};
use super::profile;
use super::recipe::{GUEST_LINUX_OPTIONS, Scripts};
use super::worlds::{self, Log, Outermost};
use super::{outer, snapshot};
use debian::{Cache, Temporary, failure};
use images::Arch;
use monitors::qemu::{self, Qemu};
use monitors::{Detected, Guest, GuestConfig, LinuxBoot, PlatformError, Spec};

/// What a reader of the lab's figures has to know.
const CAVEAT: &str =
    "emulated: figures are executed instructions, not time; one CPU unless cpus= asks for more";

/// A tick of the guest's clock is an instruction, of which the outer machine executes some
/// 50 million a second where the clock counts a thousand million; and a guest inside is
/// heard only at its end.
pub(super) const SLOWDOWN: u32 = 60;

/// What makes a guest's KVM tell its statistics, before the script that runs the guest.
const STATISTICS: &str = include_str!("../inside/kvm/statistics.sh");

/// What `lacks` in an architecture's description calls a profile's trace.
const PROFILES: &str = "profiles";

/// The lab for kernels of `arch`.
pub(super) fn lab_of(arch: &Arch) -> Result<&'static LabArch, PlatformError> {
    LabArch::of(arch).ok_or_else(|| {
        let have: Vec<_> = LabArch::all().map(|(arch, _)| arch.name.as_str()).collect();
        failure::unavailable(
            format!("there is no lab for kernels of {}, only for {}", arch.name, have.join(", ")),
            "choose another architecture's kernel with --arch",
        )
    })
}

/// A platform of the lab on an outer machine that `qemu` emulates.
pub(super) fn detected(qemu: Qemu) -> Detected {
    Detected { version: qemu.version, caveat: CAVEAT.to_owned() }
}

/// Starts a guest by `scripts` in `image`.
pub(super) fn launch(
    image: &Image,
    cache: &Cache,
    scripts: &Scripts,
    spec: &Spec,
    qemu: &Qemu,
    config: &GuestConfig,
) -> Result<Box<dyn Guest>, PlatformError> {
    if config.memory > image.room {
        return Err(failure::unavailable(
            format!("a guest in the lab has room for {} MiB at most", image.room >> 20),
            "ask for less with --memory",
        ));
    }
    let runs = cache.folder("runs")?;
    let folder = Temporary::inside(&runs)?;
    // QEMU writes to the file even where it only reads the state.
    let state = folder.path().join(SNAPSHOT);
    let pristine = image.folder.join(SNAPSHOT);
    std::fs::copy(&pristine, &state).map_err(|error| failure::file(&pristine, &error))?;
    let mut words = snapshot::arguments(image, &state);
    words.extend(["-loadvm".to_owned(), snapshot::NAME.to_owned()]);
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).map_err(|error| failure::file(&path, &error))?;
        Ok::<_, PlatformError>(pass(name, &path))
    };
    let log = Log::asked_for(config, folder.path())?;
    let script = match &config.trace {
        Some(trace) => {
            for (file, name) in [(INITRAMFS, profile::PROGRAMS), (HYPERVISOR, profile::HYPERVISOR)]
            {
                link(&image.folder.join(file), &trace.join(name))?;
            }
            format!("{}\n{}", scripts.run, scripts.symbols)
        }
        None => scripts.run.to_owned(),
    };
    let mut settings = settings(spec, config)?;
    words.extend(log.iter().flat_map(|log| log.arguments(Outermost::Hypervisor)));
    match &config.linux {
        Some(linux) => {
            let lab = lab_of(config.arch)?;
            settings += &[&*lab.linux_shell, scripts.linux].concat();
            words.extend(file("options", &linux_options(lab, linux, config))?);
            words.extend(pass("kernel", &linux.kernel));
            words.extend(pass("initramfs", &linux.initramfs));
        }
        None => {
            words.extend(file("options", &options(config))?);
            words.extend(pass("kernel", &config.image));
        }
    }
    words.extend(file("run", &(settings + &script))?);
    let guest = qemu::start_in(qemu, words, folder.path())?;
    let (statistics, notes) = (statistics(spec)?, Vec::new());
    Ok(Box::new(LabGuest { guest, log, statistics, notes, _files: folder }))
}

fn link(to: &Path, from: &Path) -> Result<(), PlatformError> {
    std::os::unix::fs::symlink(to, from).map_err(|error| failure::file(from, &error))
}

/// Refuses a trace where the lab makes none.
///
/// # Errors
/// When `config` asks for one there.
pub(super) fn check_trace(lab: &LabArch, config: &GuestConfig) -> Result<(), PlatformError> {
    match lab.lacks.get(PROFILES) {
        Some(why) if config.trace.is_some() => Err(failure::unavailable(
            format!("there are no profiles for kernels of {}: {why}", config.arch.name),
            "choose another architecture's kernel with --arch",
        )),
        _ => Ok(()),
    }
}

/// The kernel's command line; windows that are to be counted have to be marked.
pub(super) fn options(config: &GuestConfig) -> String {
    match config.counting || config.trace.is_some() {
        true => format!("{} {}", config.options, worlds::KERNEL_OPTION),
        false => config.options.clone(),
    }
}

/// All that a guest's Linux is told.
pub(super) fn linux_options(lab: &LabArch, linux: &LinuxBoot, config: &GuestConfig) -> String {
    let more = [&*lab.linux_options, GUEST_LINUX_OPTIONS].join(" ");
    linux.command_line(Some(&more), &config.options)
}

/// What the script has to know of the guest, as variables of its shell.
fn settings(spec: &Spec, config: &GuestConfig) -> Result<String, PlatformError> {
    let (cpus, pod) = (cpus(spec)?, if pod(spec)? { "on" } else { "off" });
    let statistics = if statistics(spec)? { STATISTICS } else { "" };
    Ok(format!("CPUS={cpus}\nMEMORY={}\nPOD={pod}\n{statistics}", config.memory >> 10))
}

/// Hands a file to the machine.
fn pass(name: &str, path: &Path) -> [String; 2] {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    ["-fw_cfg".to_owned(), format!("name=opt/hb/{name},file={}", outer::quoted(&path))]
}
