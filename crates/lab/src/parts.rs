//! What the user changes of an image: parts that are replaced, options of its Linux.

use std::path::{Path, PathBuf};

use super::arch::{LabArch, LabImage, Mode};
use super::inner::Inner;
use super::keys::{MODEL, MODULES, OUTER, linux_options, mode};
use super::linux::{Linux, read};
use debian::{Cache, LINUX_IMAGE, failure, package_name};
use ground::{Arch, Trouble, TroubleKind};
use monitors::{GuestConfig, Spec};

/// What Linux is told on a machine with several processors: that all count the same clock, for which the emulated
/// processor does not vouch. Without it KVM would take the guests' time stamps for what drifts apart.
const SAME_CLOCK: &str = "tsc=reliable";

/// It starts with one, and a run brings up the others: while QEMU stops the machine for its state to be kept, a
/// second one that had a timer would run, or would not (`inside/stop.c`).
const STARTS_WITH_ONE: &str = "maxcpus=1";

/// It starts with all, and a script stops the others before anything else.
const STARTS_WITH_ALL: &str = "rdinit=/lib/alone.sh";

/// The most memory that guests can have, and steps of what machines have more than they are made for: few images
/// are to be made.
pub(super) const MOST_ROOM: u64 = 4 << 30;
const MEMORY_STEP: u64 = 1 << 30;
const FILES_STEP: u64 = 256 << 20;

/// What a platform's specification changes.
#[derive(Debug, Clone, Default)]
pub(super) struct Parts {
    linux: Option<Linux>,
    modules: Option<PathBuf>,
    qemu: Option<Inner>,
    xen: Option<Inner>,
    options: Vec<&'static str>,
    /// How the hypervisor uses the processor, where that is not the usual way.
    mode: Option<Mode>,
    /// Whether the machine has another processor than it is made for, or is another emulator's.
    other_machine: bool,
    /// Its processors besides the first.
    more_processors: u32,
    /// What guests need that the machine, as it is made, has no room for.
    more: More,
}

/// What guests of a run need, in bytes, where that is more than the machine has room for; else nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct More {
    /// Their memory together.
    guests: u64,
    /// What their files take of the outer Linux' memory: as files, and while they are loaded.
    files: u64,
}

impl More {
    /// What the guests of a run by `config`, which have so many `bytes` together, need in an image.
    pub(super) fn of(made_of: &LabImage, config: &GuestConfig, bytes: u64) -> Self {
        if bytes <= made_of.room() || bytes > MOST_ROOM {
            return Self::default();
        }
        let length = |path: &Path| path.metadata().map_or(0, |file| file.len());
        let files = config.linux.as_ref().map_or(0, |linux| length(&linux.initramfs));
        Self { guests: bytes, files: (2 * files).next_multiple_of(FILES_STEP) }
    }

    fn is_some(self) -> bool {
        self.guests > 0
    }
}

impl Parts {
    /// Takes them from a specification for a `lab` of `arch`, by which the machine has so many `processors`, and of
    /// which the outer Linux is found already.
    ///
    /// # Errors
    /// When a key of it has another value than it may have.
    pub(super) fn of(
        spec: &Spec,
        (arch, lab): (&Arch, &LabArch),
        linux: Option<Linux>,
        processors: u32,
    ) -> Result<Self, Trouble> {
        let mut options = linux_options(spec)?;
        let asked = mode(spec, lab)?;
        if processors > 1 {
            let starts_all = asked.is_some_and(|mode| mode.starts_all);
            options.push(if starts_all { STARTS_WITH_ALL } else { STARTS_WITH_ONE });
            options.push(SAME_CLOCK);
        }
        Ok(Self {
            linux,
            modules: spec.get(MODULES.name).map(PathBuf::from),
            qemu: Inner::qemu(spec, arch)?,
            xen: Inner::xen(spec, arch)?,
            options,
            mode: asked.filter(|mode| lab.modes.first() != Some(mode)).cloned(),
            other_machine: [MODEL, OUTER].iter().any(|key| spec.get(key.name).is_some()),
            more_processors: processors.saturating_sub(1),
            more: More::default(),
        })
    }

    /// The same for a machine with room for `more`.
    pub(super) fn with(self, more: More) -> Self {
        Self { more, ..self }
    }

    /// Bytes of memory of the machine.
    pub(super) fn memory(&self, made_of: &LabImage) -> u64 {
        if !self.more.is_some() {
            return made_of.memory();
        }
        let reserved = made_of.memory() - made_of.room();
        (reserved + self.more.files + self.more.guests).next_multiple_of(MEMORY_STEP)
    }

    /// How many of them are for guests' files, as memory of Linux or of a Xen's dom0.
    pub(super) fn more_for_files(&self) -> u64 {
        self.more.files
    }

    /// Whether nothing is changed.
    pub(super) fn are_debians(&self) -> bool {
        let same_machine = self.options.is_empty()
            && !self.other_machine
            && self.mode.is_none()
            && !self.more.is_some();
        let is_any_inner = self.inner().next().is_some();
        same_machine && self.linux.is_none() && self.modules.is_none() && !is_any_inner
    }

    /// The `error` of a machine that was made with them, with what to do about it.
    pub(super) fn explain(&self, error: Trouble) -> Trouble {
        let advice = match self.are_debians() {
            true => "report it with what it said; the lab's other platforms do without it",
            false => "leave out what you have replaced, one after the other, to see what it is",
        };
        match error.kind {
            TroubleKind::Unavailable => {
                Trouble { next: format!("{advice}; {}", error.next), ..error }
            }
            _ => error,
        }
    }

    /// What the outer Linux is told besides.
    pub(super) fn options(&self) -> &[&'static str] {
        &self.options
    }

    /// Whether Linux starts with all processors.
    pub(super) fn starts_with_all(&self) -> bool {
        self.options.contains(&STARTS_WITH_ALL)
    }

    /// How the hypervisors of a `lab` use the processor.
    pub(super) fn mode<'a>(&'a self, lab: &'a LabArch) -> Option<&'a Mode> {
        self.mode.as_ref().or(lab.modes.first())
    }

    /// How many processors the machine has.
    pub(super) fn processors(&self) -> u32 {
        1 + self.more_processors
    }

    /// The outer Linux.
    pub(super) fn linux(&self) -> Option<&Linux> {
        self.linux.as_ref()
    }

    /// Whether anything of `package` is left, beside a Linux that brings its own modules.
    pub(super) fn need(&self, package: &Path) -> bool {
        let brings_modules = matches!(self.linux, Some(Linux::Debian(_)));
        !(brings_modules && package_name(package).starts_with(LINUX_IMAGE))
    }

    /// The QEMU inside.
    pub(super) fn qemu(&self) -> Option<&Inner> {
        self.qemu.as_ref()
    }

    /// The hypervisor below the outer Linux.
    pub(super) fn xen(&self) -> Option<&Inner> {
        self.xen.as_ref()
    }

    /// Both, where they are replaced.
    pub(super) fn inner(&self) -> impl Iterator<Item = &Inner> {
        self.qemu.iter().chain(&self.xen)
    }

    /// The folder with the outer Linux's modules.
    pub(super) fn modules(&self) -> Option<&Path> {
        self.modules.as_deref()
    }

    /// The content of everything that is replaced, or what tells it from others.
    pub(super) fn contents(&self, cache: &Cache) -> Result<Vec<Vec<u8>>, Trouble> {
        let mut contents = Vec::new();
        if let Some(linux) = &self.linux {
            contents.extend(linux.contents()?);
        }
        for (tag, part) in [("qemu", &self.qemu), ("xen", &self.xen)] {
            if let Some(part) = part {
                contents.extend([tag.as_bytes().to_vec(), part.contents(cache)?]);
            }
        }
        if let Some(folder) = &self.modules {
            read_modules(folder, folder, &mut contents)?;
        }
        Ok(contents)
    }
}

/// Adds all modules below `folder`, in the order of their names, which begin below `root`: the
/// same ones elsewhere are the same.
fn read_modules(root: &Path, folder: &Path, contents: &mut Vec<Vec<u8>>) -> Result<(), Trouble> {
    let entries = std::fs::read_dir(folder).map_err(|error| failure::file(folder, &error))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.is_symlink() {
            read_modules(root, &path, contents)?;
        } else if path.extension().is_some_and(|extension| extension == "ko") {
            let name = path.strip_prefix(root).unwrap_or(&path);
            contents.push(name.as_os_str().as_encoded_bytes().to_vec());
            contents.push(read(&path)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::Emulator;
    use monitors::LinuxBoot;

    const MIB: u64 = 1 << 20;

    fn linux(bytes: u64, folder: &Path) -> GuestConfig {
        let initramfs = folder.join("initramfs");
        std::fs::File::create(&initramfs).unwrap().set_len(bytes).unwrap();
        let linux = LinuxBoot {
            kernel: "kernel".into(),
            initramfs,
            options: String::new(),
            machine: String::new(),
            is_common: true,
        };
        GuestConfig { linux: Some(linux), ..GuestConfig::bare(Arch::native(), "kernel", 0) }
    }

    #[test]
    fn a_machine_is_larger_only_where_guests_have_no_room_in_it() {
        let lab = LabArch::on(Emulator::Qemu, Arch::native()).unwrap();
        let made_of = &lab.images["kvm"];
        let folder = tempfile::tempdir().unwrap();
        let bare = GuestConfig::bare(Arch::native(), "kernel", 0);
        let parts =
            |config: &GuestConfig, bytes| Parts::default().with(More::of(made_of, config, bytes));
        let usual = parts(&bare, made_of.room());
        assert!(usual.are_debians() && usual.memory(made_of) == made_of.memory());
        let larger = parts(&bare, made_of.room() + 1);
        assert!(!larger.are_debians() && larger.more_for_files() == 0);
        assert_eq!(larger.memory(made_of), (made_of.memory() + 1).next_multiple_of(1024 * MIB));
        // Twice the files, a step of 256 MiB more, and reserved MiB beside.
        let full = parts(&linux(300 * MIB, folder.path()), 2000 * MIB);
        assert_eq!(full.more_for_files(), 768 * MIB);
        let needed = (2000 + 768 + made_of.reserved_mib) * MIB;
        assert_eq!(full.memory(made_of), needed.next_multiple_of(1024 * MIB));
        let most = parts(&bare, MOST_ROOM + 1);
        assert_eq!(most.memory(made_of), made_of.memory(), "which is refused");
    }
}
