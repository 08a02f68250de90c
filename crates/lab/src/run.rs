//! Runs the benchmark kernel inside an image, from the image's kept state on.

use std::path::Path;

use super::arch::{Emulator, LabArch, Nested};
use super::guest::LabGuest;
use super::image::{HANDED, HYPERVISOR, INITRAMFS, Image};
use super::inner::{Inner, Release};
use super::keys::{
    MODE, OUTER, cpus, halt_poll, has_el2, is_nested, module_options, pod, statistics,
};
use super::monitor::{self, Monitor};
use super::outer::{Bundle, Handed, Handing, Outer};
use super::parts::MOST_ROOM;
use super::recipe::Scripts;
use super::waiting::{self, GO, Start};
use super::worlds::{Log, Outermost};
use super::{devices, nested, options, profile};
use debian::{Cache, Temporary, failure};
use ground::{Arch, Trouble};
use monitors::qemu::paravirtual;
use monitors::{Detected, Guest, GuestConfig, Spec};

/// What a reader of the lab's figures has to know.
const CAVEAT: &str =
    "emulated: figures are executed instructions, not time; one CPU unless cpus= asks for more";

/// The lab on `emulator` for kernels of `arch`.
pub(super) fn lab_on(emulator: Emulator, arch: &Arch) -> Result<&'static LabArch, Trouble> {
    LabArch::on(emulator, arch).ok_or_else(|| {
        let on_it = |lab: &LabArch| lab.emulator == emulator;
        let have = LabArch::all().filter(|(_, lab)| on_it(lab));
        let have: Vec<_> = have.map(|(arch, _)| arch.name.as_str()).collect();
        Trouble::unavailable(
            format!("there is no lab for kernels of {}, only for {}", arch.name, have.join(", ")),
            "choose another architecture's kernel with --arch",
        )
    })
}

/// A platform of a `lab` for kernels of `arch` on a machine of `outer`, which `spec` names. Its version
/// says of which lock all is that comes from packages. The machine has so many `processors`.
pub(super) fn detected(
    outer: &dyn Outer,
    spec: &Spec,
    (arch, lab): (&Arch, &LabArch),
    processors: u32,
) -> Result<Detected, Trouble> {
    let bundle = Bundle::named(spec, arch, lab, processors);
    let images = lab.images.keys().map(|name| (&arch.debian, name.as_str()));
    let inner = [Inner::qemu(spec, arch)?, Inner::xen(spec, arch)?];
    let inner = inner.iter().flatten().filter_map(Inner::release).map(Release::packages);
    let sets: Vec<_> = bundle.iter().map(Bundle::packages).chain(images).chain(inner).collect();
    let lock = debian::digest(&Cache::open("lab")?, &sets);
    let mut version = format!("{}, lock {lock}", outer.version());
    if let Some(monitor) = Monitor::of(spec, arch, processors)? {
        version += &format!(", monitor {}", monitor.version()?);
    }
    let other = spec.get(MODE.name).filter(|_| spec.get(OUTER.name).is_none());
    let other = other.filter(|_| bundle.is_some_and(|bundle| !bundle.is_usual(lab)));
    let caveat = match other {
        Some(mode) => {
            format!("{CAVEAT}; mode={mode} takes another outer machine than the usual one")
        }
        None => CAVEAT.to_owned(),
    };
    Ok(Detected { version, caveat, ..Detected::default() })
}

/// Bytes of the machine's memory for the guests of a run by `config`, with what is around those of a guest.
///
/// # Errors
/// When `spec` has another depth than there is.
pub(super) fn memory(spec: &Spec, lab: &LabArch, config: &GuestConfig) -> Result<u64, Trouble> {
    let guests = 1 + config.neighbours.len() as u64;
    Ok(config.memory.saturating_mul(guests).saturating_add(taken(spec, lab)?))
}

/// How many of them are around a guest.
fn taken(spec: &Spec, lab: &LabArch) -> Result<u64, Trouble> {
    Ok(if is_nested(spec)? { lab.nested.as_ref().map_or(0, Nested::taken) } else { 0 })
}

/// Starts a guest by `scripts` in `image`, which belongs to a lab and runs on its outer machine.
pub(super) fn launch(
    image: &Image,
    cache: &Cache,
    scripts: &Scripts,
    spec: &Spec,
    (lab, outer): (&LabArch, &dyn Outer),
    config: &GuestConfig,
) -> Result<Box<dyn Guest>, Trouble> {
    let is_nested = is_nested(spec)?;
    if is_nested {
        nested::check(config)?;
        check_depth(image.processors)?;
    }
    check_processors(image.processors, config)?;
    if memory(spec, lab, config)? > image.room {
        let most = (MOST_ROOM - taken(spec, lab)?) >> 20;
        return Err(Trouble::unavailable(
            format!("guests in the lab have room for {most} MiB at most together"),
            "ask for less with --memory",
        ));
    }
    let folder = Temporary::inside(&cache.folder("runs")?)?;
    let log = Log::asked_for(config, folder.path(), lab.emulator)?;
    if let Some(trace) = &config.trace {
        for (file, name) in [(INITRAMFS, profile::PROGRAMS), (HYPERVISOR, profile::HYPERVISOR)] {
            link(&image.folder.join(file), &trace.folder.join(name))?;
        }
    }
    let outermost = if is_nested { Outermost::Hypervisors } else { Outermost::Hypervisor };
    let monitor = Monitor::of(spec, config.arch, image.processors)?;
    let inside = Inside { image, scripts, spec, lab, config, monitor, folder: folder.path() };
    let statistics = statistics(spec)?;
    let is_alone = config.neighbours.is_empty();
    let can_wait = waiting::common(config, image.processors).is_some() && !statistics && is_alone;
    let waiting = scripts.line(lab).filter(|_| can_wait);
    let state = match waiting {
        Some(line) => inside.waiting(line, cache, outer)?,
        None => None,
    };
    let is_resumed = state.is_some();
    let (image, files) = match state {
        Some(state) => (state, vec![file(folder.path(), GO, options::of(config))?]),
        None => (image.clone(), inside.files(None)?),
    };
    let handed = Handed { folder: folder.path(), files: &files, log: log.as_ref(), outermost };
    let guest = outer.go_on(&image, &handed)?;
    let (unheard, notes) = (Some(image), Vec::new());
    Ok(Box::new(LabGuest { guest, is_resumed, unheard, log, statistics, notes, _files: folder }))
}

/// What becomes a guest inside.
struct Inside<'a> {
    image: &'a Image,
    scripts: &'a Scripts,
    spec: &'a Spec,
    lab: &'a LabArch,
    config: &'a GuestConfig,
    /// What runs it in QEMU's place.
    monitor: Option<Monitor>,
    /// Where files for it may be.
    folder: &'a Path,
}

impl Inside<'_> {
    /// The state in which its Linux waits on `line`.
    fn waiting(
        &self,
        line: &str,
        cache: &Cache,
        outer: &dyn Outer,
    ) -> Result<Option<Image>, Trouble> {
        let files = self.files(Some(line))?;
        let outermost = Outermost::Hypervisor;
        let handed = Handed { folder: self.folder, files: &files, log: None, outermost };
        Ok(waiting::state(self.image, cache, outer, &Start::GoOn(&handed)))
    }

    /// All files that are handed for it; with Linux in it, it may wait on a `line`.
    fn files(&self, line: Option<&str>) -> Result<Vec<Handing>, Trouble> {
        let Self { image, scripts, spec, lab, config, monitor, .. } = self;
        let own = |name, content: &[u8]| file(self.folder, name, content);
        let script = match (config.trace.is_some(), scripts.symbols_first) {
            (false, _) => scripts.run.to_owned(),
            (true, false) => [scripts.run, scripts.symbols].join("\n"),
            (true, true) => [scripts.symbols, scripts.run].join("\n"),
        };
        let mut settings = settings(spec, config)?;
        if let (true, Some(nested)) = (has_el2(spec)?, &lab.nested) {
            settings += &nested.machine();
        }
        let mut files = Vec::new();
        if config.trace.is_some() {
            settings += scripts.maps;
        }
        if let Some(monitor) = monitor {
            settings += &monitor.script(spec, config)?;
            files.push(self.monitors(monitor)?);
        }
        if let Some(neighbour) = config.neighbours.first() {
            check_neighbour(neighbour, spec)?;
            files.push(own("beside-options", options::of(neighbour).as_bytes())?);
            files.push(("beside", neighbour.image.clone()));
            settings += &beside(scripts, config.neighbours.len());
        }
        if let Some(linux) = &config.linux {
            settings += &[&*lab.linux_shell, scripts.linux].concat();
            files
                .push(own("options", options::linux_options(lab, linux, config, line).as_bytes())?);
            files.push(("kernel", linux.kernel.clone()));
            files.push(match line {
                Some(_) => own("initramfs", &waiting::initramfs(lab, linux)?)?,
                None => ("initramfs", linux.initramfs.clone()),
            });
        } else {
            files.push(own("options", options::of(config).as_bytes())?);
            files.push(match monitor {
                Some(monitor) => own("kernel", &monitor.kernel(config)?)?,
                None => ("kernel", config.image.clone()),
            });
        }
        if monitor.is_none() {
            settings += &devices::settings(scripts, spec, config)?;
            if devices::has_outer_network(spec, config) {
                files.push((HANDED, image.folder.join(HANDED)));
            }
        }
        if let (true, Some(between)) = (is_nested(spec)?, &lab.nested) {
            files.extend(nested::files(image));
            files.push(own("linux-options", nested::options(image, lab).as_bytes())?);
            let inner = [nested::BETWEEN, &settings, &script].concat();
            files.push(own("inner", inner.as_bytes())?);
            settings += &[&lab.linux_shell, &*between.settings(), nested::SCRIPT].concat();
        }
        if image.processors > 1 {
            settings += scripts.separate;
        }
        if statistics(spec)? {
            settings += scripts.statistics;
        }
        if line.is_some() {
            settings += scripts.waiting;
        }
        files.push(own("run", (settings + &script).as_bytes())?);
        Ok(files)
    }

    /// The files of a `monitor`. The trace gets them too, for a profile to take names from.
    fn monitors(&self, monitor: &Monitor) -> Result<Handing, Trouble> {
        if let Some(trace) = &self.config.trace {
            file(&trace.folder, profile::MONITOR, monitor.whole(self.config.arch)?)?;
        }
        file(self.folder, monitor::FILES, monitor.files())
    }
}

/// A file of this `content` in `folder`, to be handed as `name`.
pub(super) fn file(
    folder: &Path,
    name: &'static str,
    content: impl AsRef<[u8]>,
) -> Result<Handing, Trouble> {
    let path = folder.join(name);
    std::fs::write(&path, content).map_err(|error| failure::file(&path, &error))?;
    Ok((name, path))
}

/// Makes the link `from`; a guest that was started before may have left it.
fn link(to: &Path, from: &Path) -> Result<(), Trouble> {
    let _ = std::fs::remove_file(from);
    std::os::unix::fs::symlink(to, from).map_err(|error| failure::file(from, &error))
}

/// Refuses what there is with one processor alone.
///
/// # Errors
/// When `config` asks for it on a machine with more.
pub(super) fn check_processors(processors: u32, config: &GuestConfig) -> Result<(), Trouble> {
    if processors == 1 || config.neighbours.is_empty() {
        return Ok(());
    }
    let why = "a neighbour shares the processor of a guest with one CPU";
    Err(Trouble::unavailable(why, "leave cpus= and placement= out"))
}

/// Refuses several processors where the guest is one of a guest.
fn check_depth(processors: u32) -> Result<(), Trouble> {
    if processors == 1 {
        return Ok(());
    }
    let why = "a guest of a guest has its CPUs on one processor";
    Err(Trouble::unavailable(why, "use placement=share, or leave depth=2 out"))
}

/// What runs so many neighbours, before the script that runs the guest.
fn beside(scripts: &Scripts, count: usize) -> String {
    let numbers: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
    format!("NEIGHBOURS=\"{}\"\n{}", numbers.join(" "), scripts.beside)
}

/// Refuses what a neighbour in the lab cannot be.
fn check_neighbour(neighbour: &GuestConfig, spec: &Spec) -> Result<(), Trouble> {
    let why = match (is_nested(spec)?, statistics(spec)?) {
        _ if neighbour.linux.is_some() => "a neighbour in the lab has no Linux in it",
        (true, _) => "nothing runs beside a guest at depth=2",
        (_, true) => "statistics=on is for a guest without neighbours",
        _ => return Ok(()),
    };
    Err(Trouble::unavailable(why.to_owned(), "choose another workload=, or another platform"))
}

/// What the script has to know of the guest, as variables of its shell.
fn settings(spec: &Spec, config: &GuestConfig) -> Result<String, Trouble> {
    let (cpus, pod) = (cpus(spec)?, if pod(spec)? { "on" } else { "off" });
    let (memory, module_options) = (config.memory >> 10, module_options(spec)?);
    let parameter = |ns| format!("echo {ns} > /sys/module/kvm/parameters/halt_poll_ns\n");
    let halt_poll = halt_poll(spec)?.map(parameter).unwrap_or_default();
    let paravirtual = match &*paravirtual::properties(spec, config.arch)? {
        "" => String::new(),
        properties => format!("PV={properties}\n"),
    };
    Ok(format!(
        "CPUS={cpus}\nMEMORY={memory}\nPOD={pod}\nMODULE_OPTIONS=\"{module_options}\"\n{halt_poll}\
         {paravirtual}"
    ))
}
