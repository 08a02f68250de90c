//! Runs the benchmark kernel inside an image, from the image's kept state on.

use std::path::Path;

use super::arch::{Emulator, LabArch};
use super::guest::LabGuest;
use super::image::{HYPERVISOR, INITRAMFS, Image};
use super::keys::{cpus, is_nested, module_options, pod, statistics};
use super::outer::{Handed, Outer};
use super::recipe::Scripts;
use super::worlds::{Log, Outermost};
use super::{nested, profile, told};
use debian::{Cache, Temporary, failure};
use images::Arch;
use monitors::{Detected, Guest, GuestConfig, PlatformError, Spec};

/// What a reader of the lab's figures has to know.
const CAVEAT: &str =
    "emulated: figures are executed instructions, not time; one CPU unless cpus= asks for more";

/// How many seconds a second of the guest's clock may take on a machine of `emulator`. A tick is an
/// instruction. QEMU executes some 50 million a second where the clock counts a thousand million, Bochs
/// some 40 million of 2,400; and a guest inside is heard only at its end, after Linux has started where
/// it is a guest of a guest.
pub(super) fn slowdown(emulator: Emulator) -> u32 {
    match emulator {
        Emulator::Qemu => 120,
        Emulator::Bochs => 180,
    }
}

/// What makes a guest's KVM tell its statistics, before the script that runs the guest.
const STATISTICS: &str = include_str!("../inside/kvm/statistics.sh");

/// What `lacks` in an architecture's description calls a profile's trace.
const PROFILES: &str = "profiles";

/// The lab on `emulator` for kernels of `arch`.
pub(super) fn lab_on(emulator: Emulator, arch: &Arch) -> Result<&'static LabArch, PlatformError> {
    LabArch::on(emulator, arch).ok_or_else(|| {
        let on_it = |lab: &LabArch| lab.emulator == emulator;
        let have = LabArch::all().filter(|(_, lab)| on_it(lab));
        let have: Vec<_> = have.map(|(arch, _)| arch.name.as_str()).collect();
        failure::unavailable(
            format!("there is no lab for kernels of {}, only for {}", arch.name, have.join(", ")),
            "choose another architecture's kernel with --arch",
        )
    })
}

/// A platform of the lab on a machine of `outer`.
pub(super) fn detected(outer: &dyn Outer) -> Detected {
    Detected { version: outer.version().to_owned(), caveat: CAVEAT.to_owned() }
}

/// Starts a guest by `scripts` in `image`, which belongs to a lab and runs on its outer machine.
pub(super) fn launch(
    image: &Image,
    cache: &Cache,
    scripts: &Scripts,
    spec: &Spec,
    (lab, outer): (&LabArch, &dyn Outer),
    config: &GuestConfig,
) -> Result<Box<dyn Guest>, PlatformError> {
    let is_nested = is_nested(spec)?;
    if is_nested {
        nested::check(lab, config)?;
    }
    let room = if is_nested { nested::room(image) } else { image.room };
    if config.memory > room {
        return Err(failure::unavailable(
            format!("a guest in the lab has room for {} MiB at most", room >> 20),
            "ask for less with --memory",
        ));
    }
    let runs = cache.folder("runs")?;
    let folder = Temporary::inside(&runs)?;
    let file = |name: &'static str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).map_err(|error| failure::file(&path, &error))?;
        Ok::<_, PlatformError>((name, path))
    };
    let log = Log::asked_for(config, folder.path(), lab.emulator)?;
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
    let mut files = Vec::new();
    if let Some(linux) = &config.linux {
        settings += &[&*lab.linux_shell, scripts.linux].concat();
        files.push(file("options", &told::linux_options(lab, linux, config))?);
        files.push(("kernel", linux.kernel.clone()));
        files.push(("initramfs", linux.initramfs.clone()));
    } else {
        files.push(file("options", &told::options(config))?);
        files.push(("kernel", config.image.clone()));
    }
    if is_nested {
        files.extend(nested::files(image));
        files.push(file("linux-options", &image.kernel_options)?);
        files.push(file("inner", &(settings.clone() + &script))?);
        settings += &[&*lab.linux_shell, &nested::settings(), nested::SCRIPT].concat();
    }
    let statistics = statistics(spec)?;
    if statistics {
        settings += STATISTICS;
    }
    files.push(file("run", &(settings + &script))?);
    let outermost = if is_nested { Outermost::Hypervisors } else { Outermost::Hypervisor };
    let handed = Handed { folder: folder.path(), files: &files, log: log.as_ref(), outermost };
    let guest = outer.go_on(image, &handed)?;
    let (unheard, notes) = (Some(image.clone()), Vec::new());
    Ok(Box::new(LabGuest { guest, unheard, log, statistics, notes, _files: folder }))
}

/// Makes the link `from`; a guest that was started before may have left it.
fn link(to: &Path, from: &Path) -> Result<(), PlatformError> {
    let _ = std::fs::remove_file(from);
    std::os::unix::fs::symlink(to, from).map_err(|error| failure::file(from, &error))
}

/// Refuses a trace where the lab makes none.
///
/// # Errors
/// When `config` asks for one there.
pub(super) fn check_trace(lab: &LabArch, config: &GuestConfig) -> Result<(), PlatformError> {
    match lab.lacks.get(PROFILES) {
        Some(why) if config.trace.is_some() => Err(failure::unavailable(
            format!(
                "there are no profiles of this platform for {} kernels: {why}",
                config.arch.name
            ),
            "profile another of the lab's platforms, with the kernel of an architecture that has them",
        )),
        _ => Ok(()),
    }
}

/// What the script has to know of the guest, as variables of its shell.
fn settings(spec: &Spec, config: &GuestConfig) -> Result<String, PlatformError> {
    let (cpus, pod) = (cpus(spec)?, if pod(spec)? { "on" } else { "off" });
    let (memory, module_options) = (config.memory >> 10, module_options(spec)?);
    Ok(format!("CPUS={cpus}\nMEMORY={memory}\nPOD={pod}\nMODULE_OPTIONS=\"{module_options}\"\n"))
}
