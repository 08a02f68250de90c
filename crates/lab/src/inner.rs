//! A hypervisor or a device model inside in the place of the image's own: a file of the user's, or Debian's of a
//! release.

use std::path::{Path, PathBuf};

use super::arch::{Emulator, LabArch};
use super::keys::{QEMU, XEN};
use super::linux::read;
use super::outer::Bundle;
use debian::{Cache, Set, Tree};
use ground::{Arch, DebianArch, Trouble};
use monitors::{Key, Spec};
use results::{InnerBuild, Package};

/// Such a program.
#[derive(Debug, Clone)]
pub(super) enum Inner {
    /// In a file.
    File(PathBuf),
    /// In packages of Debian's, for the machine that kernels are for.
    Release(Release),
}

/// A release of it, with all that goes with it.
#[derive(Debug, Clone)]
pub(super) struct Release {
    /// The key that names it.
    key: &'static str,
    /// What it is called.
    pub(super) name: &'static str,
    /// Place of the device model in its packages, where that is another than the image's.
    pub(super) qemu: Option<&'static str>,
    /// Files that only that wants: a place in its packages, a place in an image.
    pub(super) files: &'static [[String; 2]],
    /// What a lock calls its packages.
    set: String,
    wanted: &'static [String],
    suites: &'static [Vec<String>],
    debian: &'static DebianArch,
}

impl Inner {
    /// The QEMU that `spec` names, for kernels of `arch`.
    ///
    /// # Errors
    /// When there is no such release and no such file.
    pub(super) fn qemu(spec: &Spec, arch: &Arch) -> Result<Option<Self>, Trouble> {
        Self::of(&QEMU, spec, arch, |arch, lab| {
            let all = Bundle::all(arch, lab, arch).map(|bundle| {
                let (set, of) = (bundle.packages().1.to_owned(), bundle.release());
                let (name, wanted, suites) = (&*of.name, &*of.packages, &*of.suites);
                let (key, debian) = (QEMU.name, &arch.debian);
                Release { key, name, qemu: None, files: &[], set, wanted, suites, debian }
            });
            all.collect()
        })
    }

    /// The Xen that `spec` names, unless it is the images' own.
    ///
    /// # Errors
    /// The same.
    pub(super) fn xen(spec: &Spec, arch: &Arch) -> Result<Option<Self>, Trouble> {
        let named = spec.get(XEN.name);
        let mut images = LabArch::every_of(arch).flat_map(|lab| lab.images.values());
        if named.is_some() && images.any(|image| Some(&*image.xen) == named) {
            return Ok(None);
        }
        Self::of(&XEN, spec, arch, |arch, lab| {
            let all = lab.xens.iter().chain(&lab.dom0less).map(|of| {
                let (name, wanted, suites) = (&*of.name, &*of.packages, &*of.suites);
                let (key, debian, set) = (XEN.name, &arch.debian, of.set.clone());
                let (qemu, files) = (of.qemu.as_deref(), &*of.files);
                Release { key, name, qemu, files, set, wanted, suites, debian }
            });
            all.collect()
        })
    }

    /// What `key` of `spec` names: a file, or one of the `releases` that the lab on QEMU knows.
    fn of(
        key: &Key,
        spec: &Spec,
        arch: &Arch,
        releases: impl Fn(&'static Arch, &'static LabArch) -> Vec<Release>,
    ) -> Result<Option<Self>, Trouble> {
        let Some(named) = spec.get(key.name) else { return Ok(None) };
        let path = PathBuf::from(named);
        if path.exists() {
            return Ok(Some(Self::File(path)));
        }
        let is_its =
            |(own, lab): &(&Arch, &LabArch)| *own == arch && lab.emulator == Emulator::Qemu;
        let labs = LabArch::all().filter(is_its);
        let mut known = labs.flat_map(|(arch, lab)| releases(arch, lab));
        let release = known.find(|release| release.name == named).map(Self::Release);
        release.map(Some).ok_or_else(|| {
            Trouble::unavailable(
                format!("{}={named} is no file, and no release that the lab knows", key.name),
                format!("{}: {}", key.name, key.help),
            )
        })
    }

    /// The release that it is, unless it is in a file.
    pub(super) fn release(&self) -> Option<&Release> {
        match self {
            Self::File(_) => None,
            Self::Release(release) => Some(release),
        }
    }

    /// The content of the file that it is in.
    pub(super) fn file(&self) -> Result<Option<Vec<u8>>, Trouble> {
        match self {
            Self::File(path) => read(path).map(Some),
            Self::Release(_) => Ok(None),
        }
    }

    /// What tells it from all others.
    pub(super) fn contents(&self, cache: &Cache) -> Result<Vec<u8>, Trouble> {
        match self {
            Self::File(path) => read(path),
            Self::Release(release) => Ok(debian::digest(cache, &[release.packages()]).into_bytes()),
        }
    }
}

impl Release {
    /// Its packages' name in a lock, and that of the architecture that they are for.
    pub(super) fn packages(&self) -> (&DebianArch, &str) {
        (self.debian, &self.set)
    }

    /// Its packages, downloaded where they are not there and unpacked in `place`, for as long as that is held.
    pub(super) fn unpacked(
        &self,
        cache: &Cache,
        place: &Path,
        say: &dyn Fn(&str),
    ) -> Result<Tree, Trouble> {
        let packages = debian::packages(cache, self.debian, &self.set(), say)?;
        say(&format!("unpacking {} packages", packages.len()));
        Tree::unpack(&packages, &self.debian.libraries, place)
    }

    /// Which build it is.
    pub(super) fn build(&self, cache: &Cache) -> InnerBuild {
        let packages = debian::wanted(cache, self.debian, &self.set());
        build(self.key, self.name, packages)
    }

    fn set(&self) -> Set<'_> {
        let Self { set, wanted, suites, .. } = self;
        Set { name: set, wanted, releases: suites, is_source: false }
    }
}

/// The `release` of what the setting `key` names, of these packages.
pub(super) fn build(key: &str, release: &str, packages: Vec<[String; 3]>) -> InnerBuild {
    let package = |[name, version, sha256]: [String; 3]| Package { name, version, sha256 };
    InnerBuild {
        key: key.to_owned(),
        release: release.to_owned(),
        packages: packages.into_iter().map(package).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(key: &Key, value: &str) -> Option<Inner> {
        let spec = Spec::plain("lab").with(key.name, value);
        let of = if key.name == QEMU.name { Inner::qemu } else { Inner::xen };
        of(&spec, Arch::native()).unwrap()
    }

    #[test]
    fn a_release_is_known_by_its_name_unless_there_is_such_a_file() {
        for (key, labs) in [(&QEMU, true), (&XEN, false)] {
            let lab = LabArch::of(Arch::native()).unwrap();
            let releases = lab.releases.iter().filter(|_| labs).map(|it| &it.name);
            let xens = lab.xens.iter().filter(|_| !labs).map(|it| &it.name);
            for name in releases.chain(xens) {
                let inner = named(key, name).unwrap();
                assert_eq!(inner.release().unwrap().name, name);
                assert!(inner.file().unwrap().is_none());
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("program");
        std::fs::write(&file, "a program").unwrap();
        let inner = named(&QEMU, file.to_str().unwrap()).unwrap();
        assert!(inner.release().is_none());
        assert_eq!(inner.contents(&Cache::open("lab").unwrap()).unwrap(), b"a program");
        let spec = Spec::plain("lab");
        assert!(Inner::qemu(&spec, Arch::native()).unwrap().is_none());
        let refused = Inner::xen(&spec.with(XEN.name, "9.99"), Arch::native()).unwrap_err();
        assert!(refused.why.contains("xen=9.99 is no file") && refused.next.contains("4.20"));
        let lab = LabArch::of(Arch::native()).unwrap();
        let mut own = lab.images.values().map(|image| &*image.xen).filter(|xen| !xen.is_empty());
        assert!(own.all(|xen| named(&XEN, xen).is_none()));
    }
}
