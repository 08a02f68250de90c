//! The outer Linux in the place of the lab's own: a file of the user's, or Debian's of a version.

use std::path::{Path, PathBuf};

use super::keys::{FLAVOUR, KERNEL, MODULES};
use debian::{Cache, FLAVOURS, Kernel, Modules, Tree, failure};
use ground::{DebianArch, Trouble};
use monitors::Spec;
use results::{LinuxBuild, Package};
use system::input;

/// Where packages have a kernel up to its release, and its modules.
const PLACE: &str = "boot/vmlinuz-";
const MODULES_PLACE: &str = "lib/modules";

/// Such a Linux.
#[derive(Debug, Clone)]
pub(super) enum Linux {
    /// In a file.
    File(PathBuf),
    /// In packages of Debian's.
    Debian(Kernel),
}

/// Its parts, at hand.
#[derive(Debug)]
pub(super) struct Unpacked {
    /// The kernel.
    pub(super) kernel: Vec<u8>,
    /// The folder with its modules, where it brings any.
    pub(super) modules: Option<PathBuf>,
    /// Holds them.
    _tree: Option<Tree>,
}

impl Linux {
    /// The one that `spec` names, for images that have Linuxes of this `flavour` otherwise; `say` is told where
    /// Debian has to be asked.
    ///
    /// # Errors
    /// When Debian has no such one, or other keys do not go with it.
    pub(super) fn of(
        spec: &Spec,
        cache: &Cache,
        (debian, flavour): (&DebianArch, &str),
        say: &dyn Fn(&str),
    ) -> Result<Option<Self>, Trouble> {
        let asked = flavour_of(spec)?;
        let Some(version) = version(spec) else {
            return match asked {
                Some(_) => Err(Trouble::unavailable(
                    "flavour= is of Debian's Linux of a version, and kernel= names none",
                    "name one, such as kernel=6.12, or leave flavour= out",
                )),
                None => Ok(spec.get(KERNEL.name).map(|path| Self::File(PathBuf::from(path)))),
            };
        };
        if spec.get(MODULES.name).is_some() {
            return Err(Trouble::unavailable(
                format!("kernel={version} brings its own modules"),
                "leave modules= out, or name the kernel's file",
            ));
        }
        let wanted = (version, asked.unwrap_or(flavour));
        debian::kernel(cache, debian, wanted, say).map(|kernel| Some(Self::Debian(kernel)))
    }

    /// What tells it from all others.
    pub(super) fn contents(&self) -> Result<Vec<Vec<u8>>, Trouble> {
        let tag = b"kernel".to_vec();
        Ok(match self {
            Self::File(path) => vec![tag, read(path)?],
            Self::Debian(kernel) => {
                let sums = kernel.packages().map(|[_, _, sum]| sum.as_bytes().to_vec());
                std::iter::once(tag).chain(sums).collect()
            }
        })
    }

    /// Its kernel and modules. Packages are downloaded where they are not there, and unpacked in `place`.
    pub(super) fn unpacked(
        &self,
        cache: &Cache,
        debian: &DebianArch,
        place: &Path,
        say: &dyn Fn(&str),
    ) -> Result<Unpacked, Trouble> {
        let kernel = match self {
            Self::File(path) => {
                return Ok(Unpacked { kernel: read(path)?, modules: None, _tree: None });
            }
            Self::Debian(kernel) => kernel,
        };
        let packages = debian::kernel_packages(cache, kernel, say)?;
        say(&format!("unpacking Linux {}", kernel.version));
        let tree = Tree::unpack(&packages, &debian.libraries, place)?;
        let modules = tree.find(MODULES_PLACE).ok();
        Ok(Unpacked { kernel: tree.kernel(PLACE)?, modules, _tree: Some(tree) })
    }

    /// Which build it is, by its `kernel` and `modules`.
    pub(super) fn build(&self, kernel: &[u8], modules: &Modules) -> LinuxBuild {
        let (release, compiler) = modules.origin();
        let version = match self {
            Self::File(_) => String::new(),
            Self::Debian(kernel) => kernel.version.clone(),
        };
        LinuxBuild {
            release: release.unwrap_or_default().to_owned(),
            version,
            banner: debian::banner(kernel).unwrap_or_default(),
            compiler: compiler.unwrap_or_default().to_owned(),
            packages: self.packages(),
        }
    }

    /// The packages that it is from.
    pub(super) fn packages(&self) -> Vec<Package> {
        let package = |[name, version, sha256]: [&str; 3]| Package {
            name: name.to_owned(),
            version: version.to_owned(),
            sha256: sha256.to_owned(),
        };
        match self {
            Self::File(_) => Vec::new(),
            Self::Debian(kernel) => kernel.packages().map(package).collect(),
        }
    }
}

/// The version of Debian's Linux that `spec` names; `None` where it names a file.
pub(super) fn version(spec: &Spec) -> Option<&str> {
    spec.get(KERNEL.name).filter(|named| is_version(named))
}

/// Whether `named` is a version, and no file.
pub(super) fn is_version(named: &str) -> bool {
    debian::is_version(named) && !Path::new(named).exists()
}

/// The flavour that `spec` asks for.
fn flavour_of(spec: &Spec) -> Result<Option<&'static str>, Trouble> {
    let Some(asked) = spec.get(FLAVOUR.name) else { return Ok(None) };
    let known = FLAVOURS.iter().map(|(flavour, _)| *flavour).find(|known| *known == asked);
    let refused = || {
        Trouble::unavailable(
            format!("flavour={asked} is none of Debian's Linux"),
            format!("{}: {}", FLAVOUR.name, FLAVOUR.help),
        )
    };
    known.map(Some).ok_or_else(refused)
}

/// The content of the file at `path`.
///
/// # Errors
/// When it cannot be read.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Trouble> {
    input::read(path).map_err(|error| failure::file(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::Arch;

    #[test]
    fn what_does_not_go_with_a_version_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open("lab").unwrap();
        let of = |keys: &[(&str, &str)]| {
            let spec = keys.iter().fold(Spec::plain("lab"), |spec, (k, v)| spec.with(k, v));
            Linux::of(&spec, &cache, (&Arch::native().debian, "cloud"), &|_| ())
        };
        let why = |keys: &[(&str, &str)]| of(keys).unwrap_err().why;
        assert!(why(&[("kernel", "6.12"), ("modules", "m")]).contains("brings its own modules"));
        assert!(why(&[("kernel", "6.12"), ("flavour", "huge")]).contains("flavour=huge is none"));
        assert!(why(&[("flavour", "rt")]).contains("names none"));
        let file = folder.path().join("6.12");
        std::fs::write(&file, "an image").unwrap();
        let linux = of(&[("kernel", file.to_str().unwrap())]).unwrap().unwrap();
        assert_eq!(linux.contents().unwrap(), [b"kernel".to_vec(), b"an image".to_vec()]);
        assert!(of(&[]).unwrap().is_none());
    }
}
