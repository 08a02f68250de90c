//! What the user changes of an image: parts that are replaced, options of its Linux.

use std::path::{Path, PathBuf};

use super::arch::{LabArch, Mode};
use super::inner::Inner;
use super::keys::{MODEL, MODULES, OUTER, linux_options, mode};
use super::linux::{Linux, read};
use debian::{Cache, failure};
use ground::{Arch, Trouble, TroubleKind};
use monitors::Spec;

/// What Linux is told on a machine with several processors: that all count the same clock, for which the emulated
/// processor does not vouch. Without it KVM would take the guests' time stamps for what drifts apart.
const SAME_CLOCK: &str = "tsc=reliable";

/// It starts with one, and a run brings up the others: while QEMU stops the machine for its state to be kept, a
/// second one that had a timer would run, or would not (`inside/stop.c`).
const STARTS_WITH_ONE: &str = "maxcpus=1";

/// It starts with all, and a script stops the others before anything else.
const STARTS_WITH_ALL: &str = "rdinit=/lib/alone.sh";

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
        })
    }

    /// Whether nothing is changed.
    pub(super) fn are_debians(&self) -> bool {
        let same_machine = self.options.is_empty() && !self.other_machine && self.mode.is_none();
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
