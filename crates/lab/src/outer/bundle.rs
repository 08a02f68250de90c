//! An emulator with all that it needs, unpacked: it runs by its own loader, and the system needs none of it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use crate::arch::{Emulator, LabArch, Mode, Release};
use crate::keys::{OUTER, mode};
use debian::{Cache, Set, Temporary, Tree, elf, failure, lock};
use ground::{Arch, DebianArch, Trouble};
use monitors::Spec;

/// The folder of a cache that all are in.
pub(crate) const FOLDER: &str = "outer";

/// The script in it that runs the emulator.
pub(super) const PROGRAM: &str = "emulator.sh";

/// The variable with the library that an emulator is to load before its own; a shell that has it in
/// `LD_PRELOAD` would load it too.
pub(super) const PRELOAD: &str = "HYPERBENCH_PRELOAD";

/// Where an emulator of a release is, or will be.
#[derive(Debug)]
pub(crate) struct Bundle<'a> {
    release: &'a Release,
    /// What a lock calls its packages.
    set: String,
    /// The machine that it runs on.
    host: &'static Arch,
}

impl<'a> Bundle<'a> {
    /// Those of a `lab` for kernels of `arch` on the machine `host`, the one that it runs on first.
    pub(crate) fn all(
        arch: &'a Arch,
        lab: &'a LabArch,
        host: &'static Arch,
    ) -> impl Iterator<Item = Self> {
        let emulator = match lab.emulator {
            Emulator::Qemu => "qemu",
            Emulator::Bochs => "bochs",
        };
        lab.releases.iter().map(move |release| Self {
            release,
            set: format!("{emulator}-{}-{}", arch.name, release.name),
            host,
        })
    }

    /// The one that `spec` names, or the first that can have so many `processors` and the mode, on this machine;
    /// `None` where it names a program.
    pub(crate) fn named(
        spec: &Spec,
        arch: &'a Arch,
        lab: &'a LabArch,
        processors: u32,
    ) -> Option<Self> {
        let name = spec.get(OUTER.name);
        let mode = mode(spec, lab).ok().flatten();
        let can = |release: &Release| {
            let has_mode =
                |mode: &Mode| release.modes.is_empty() || release.modes.contains(&mode.name);
            (processors == 1 || release.several_processors) && mode.is_none_or(has_mode)
        };
        Self::all(arch, lab, Arch::native()).find(|Self { release, .. }| match name {
            Some(name) => name == release.name,
            None => can(release),
        })
    }

    /// Whether it is the one that the `lab` runs on, which is a part of it.
    pub(crate) fn is_usual(&self, lab: &LabArch) -> bool {
        lab.releases.first() == Some(self.release)
    }

    /// Of which release it is.
    pub(crate) fn release(&self) -> &'a Release {
        self.release
    }

    /// Its packages.
    pub(crate) fn set(&self) -> Set<'_> {
        let Release { suites, packages, .. } = self.release;
        Set { name: &self.set, wanted: packages, releases: suites, is_source: false }
    }

    /// Its packages' name in a lock, and that of the architecture that they are for.
    pub(crate) fn packages(&self) -> (&DebianArch, &str) {
        (&self.host.debian, &self.set)
    }

    /// The folder that holds it.
    pub(crate) fn folder(&self, cache: &Cache) -> PathBuf {
        let digest = debian::digest(cache, &[self.packages()]);
        cache.path().join(FOLDER).join(format!("{}-{digest}", self.set))
    }

    /// Its program, where it has been unpacked.
    pub(crate) fn program(&self, cache: &Cache) -> Option<PathBuf> {
        Some(self.folder(cache).join(PROGRAM)).filter(|path| path.is_file())
    }

    /// Its program, unpacked where it has not been; `say` is told of that.
    ///
    /// # Errors
    /// When Debian cannot be reached, or the disk is full.
    pub(crate) fn unpacked(&self, cache: &Cache, say: &dyn Fn(&str)) -> Result<PathBuf, Trouble> {
        let packages = debian::packages(cache, &self.host.debian, &self.set(), say)?;
        let place = cache.folder(FOLDER)?;
        let _alone = lock(&place)?;
        if let Some(program) = self.program(cache) {
            return Ok(program);
        }
        say(&format!("unpacking {} packages", packages.len()));
        let folder = Temporary::inside(&place)?;
        let tree = Tree::unpack(&packages, &self.host.debian.libraries, folder.path())?;
        let script = self.script(&tree)?;
        let (program, kept) = (folder.path().join(PROGRAM), self.folder(cache));
        let keep = || {
            tree.keep_as(&folder.path().join("root"))?;
            fs::write(&program, script)?;
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755))?;
            folder.keep_as(&kept)
        };
        keep().map_err(|error| failure::file(&kept, &error))?;
        Ok(kept.join(PROGRAM))
    }

    /// A shell's script that runs it from beside the folder with its files. The loader takes libraries from
    /// there, and the system's list of them does not count.
    fn script(&self, tree: &Tree) -> Result<String, Trouble> {
        let Release { program, libraries, firmware, environment, .. } = self.release;
        let own = &self.host.debian.libraries;
        let place = |path: &str| format!("$root/{}", path.replace("{libraries}", own));
        let needs = elf::needs(&tree.read(program)?).unwrap_or_default();
        let loader = needs.loader.as_deref().and_then(|path| tree.resolve(path));
        let loader = loader.ok_or_else(|| {
            Trouble::unavailable(
                format!("Debian's packages hold nothing that loads {program}"),
                "report this: the description of the lab has to follow",
            )
        })?;
        let usual = ["usr/lib/{libraries}", "lib/{libraries}"].map(str::to_owned);
        let folders: Vec<_> = usual.iter().chain(libraries).map(|path| place(path)).collect();
        let variables: String = environment
            .iter()
            .map(|(name, path)| format!("export {name}=\"{}\"\n", place(path)))
            .collect();
        let firmware: String =
            firmware.iter().map(|path| format!(" -L \"{}\"", place(path))).collect();
        Ok(format!(
            "#!/bin/sh\nroot=${{0%/*}}/root\n{variables}\
             exec \"$root/{}\" --inhibit-cache ${{{PRELOAD}:+--preload \"${PRELOAD}\"}} \
             --library-path \"{}\" \"{}\"{firmware} \"$@\"\n",
            loader.display(),
            folders.join(":"),
            place(program),
        ))
    }
}
