//! A Linux of Debian's: its packages, its version, and what names it.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::package::Package;
use crate::version::compare;
use ground::{DebianArch, Trouble};

/// A Linux with its modules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// Its release without its flavour: `6.12.43+deb12`, `6.1.0-47`.
    pub release: String,
    /// The version of its packages: `6.12.43-1~bpo12+1`.
    pub version: String,
    /// What it is for: `cloud`, `generic`, `rt`.
    pub flavour: String,
    /// The suite that it was found in.
    pub suite: String,
    /// Its packages: one up to Linux 6.18, then one for the kernel and one for its modules.
    pub(crate) packages: Vec<Package>,
}

/// The flavours, and what the names of packages have for each behind their release.
pub const FLAVOURS: [(&str, &str); 3] = [("cloud", "-cloud"), ("rt", "-rt"), ("generic", "")];

/// Names of packages up to the release. From 6.19 on an image is a shell around the first two.
const BINARY: &str = "linux-binary-";
const MODULES: &str = "linux-modules-";
/// What the names of packages with a Linux begin with, or of a shell around those two.
pub const IMAGE: &str = "linux-image-";

/// A package that only depends on others has fewer bytes.
const SMALLEST: u64 = 1 << 20;

impl Package {
    /// Whether it may be one of a kernel's, and not what debuggers want of it.
    pub(crate) fn is_of_kernel(&self) -> bool {
        let is_release = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        let mut kinds = [BINARY, MODULES, IMAGE].into_iter();
        let rest = kinds.find_map(|prefix| self.name.strip_prefix(prefix));
        let is_whole = self.size >= SMALLEST && !self.name.ends_with("-dbg");
        is_whole && rest.is_some_and(is_release)
    }

    /// The release and the flavour behind `prefix`.
    fn of_kernel<'a>(&'a self, prefix: &str, arch: &str) -> Option<(&'a str, &'static str)> {
        let rest = self.name.strip_prefix(prefix)?.strip_suffix(arch)?.strip_suffix('-')?;
        let of =
            |&(flavour, ending): &(&'static str, &str)| Some((rest.strip_suffix(ending)?, flavour));
        FLAVOURS.iter().find_map(of).filter(|(release, _)| !release.contains("unsigned"))
    }
}

impl Kernel {
    /// Upstream's version: `6.12.43`.
    fn upstream(&self) -> &str {
        let version = self.version.rsplit_once(':').map_or(&*self.version, |(_, rest)| rest);
        version.split(['-', '~', '+']).next().unwrap_or_default()
    }

    /// Whether `wanted` names it.
    fn is_meant_by(&self, wanted: &str) -> bool {
        let begins = self.upstream().strip_prefix(wanted);
        let is_series = begins.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        is_series || self.release == wanted || self.version == wanted
    }

    /// Its packages: names, versions, and SHA-256 in hexadecimal digits.
    pub fn packages(&self) -> impl Iterator<Item = [&str; 3]> {
        self.packages.iter().map(|it| [&*it.name, &*it.version, &*it.sha256])
    }
}

/// Whether `text` may be a version of Linux and no file's name.
pub fn is_version(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = text.splitn(3, '.');
    let minor = |part: &str| digits(part.split(['-', '+', '~']).next().unwrap_or_default());
    let known = |c: char| c.is_ascii_alphanumeric() || ".+~-:".contains(c);
    parts.next().is_some_and(digits) && parts.next().is_some_and(minor) && text.chars().all(known)
}

/// The kernels that `packages` make whole, the oldest first.
pub(crate) fn kernels_of(packages: &[Package], debian: &DebianArch) -> Vec<Kernel> {
    let mut parts = BTreeMap::<_, [Option<&Package>; 3]>::new();
    for package in packages {
        for (index, prefix) in [BINARY, MODULES, IMAGE].into_iter().enumerate() {
            if let Some(key) = package.of_kernel(prefix, &debian.name) {
                parts.entry((key, &package.version)).or_default()[index] = Some(package);
            }
        }
    }
    let kernel = |(((release, flavour), version), found): ((_, &String), [Option<&Package>; 3])| {
        let packages = match found {
            [Some(binary), Some(modules), _] => vec![binary.clone(), modules.clone()],
            [None, None, Some(image)] => vec![image.clone()],
            _ => return None,
        };
        let suite = packages[0].sets.clone();
        let (release, flavour): (&str, &str) = (release, flavour);
        let (release, flavour) = (release.to_owned(), flavour.to_owned());
        Some(Kernel { release, version: version.clone(), flavour, suite, packages })
    };
    let mut kernels: Vec<_> = parts.into_iter().filter_map(kernel).collect();
    kernels.sort_by(older);
    kernels
}

fn older(a: &Kernel, b: &Kernel) -> Ordering {
    compare(&a.version, &b.version).then_with(|| a.flavour.cmp(&b.flavour))
}

/// The newest of `kernels` that `wanted` names and that has this `flavour`.
pub(crate) fn meant(kernels: &[Kernel], wanted: &str, flavour: &str) -> Result<Kernel, Trouble> {
    let of_flavour = || kernels.iter().filter(|kernel| kernel.flavour == flavour);
    let found = of_flavour().rev().find(|kernel| kernel.is_meant_by(wanted));
    found.cloned().ok_or_else(|| {
        Trouble::unavailable(
            format!("Debian has no {flavour} Linux {wanted}; {}", there(of_flavour(), wanted)),
            "name one of them; hyperbench lab kernels --update reads the list anew",
        )
    })
}

/// What there is of the series of `wanted`, or else which series there are.
fn there<'a>(kernels: impl Iterator<Item = &'a Kernel>, wanted: &str) -> String {
    let series = |text: &str| text.split('.').take(2).collect::<Vec<_>>().join(".");
    let (mut all, mut same) = (Vec::new(), Vec::new());
    for kernel in kernels {
        let of = series(kernel.upstream());
        if series(wanted.split(['-', '+', '~']).next().unwrap_or_default()) == of {
            same.push(kernel.release.clone());
        }
        all.push(of);
    }
    all.dedup();
    match (same.is_empty(), all.is_empty()) {
        (false, _) => format!("of its series it has {}", same.join(", ")),
        (true, false) => format!("it has {}", all.join(", ")),
        (true, true) => "it has none at all".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tests::package;
    use ground::Arch;

    fn of(name: &str, version: &str, size: u64) -> Package {
        let name = format!("{name}-{}", Arch::native().debian.name);
        Package { version: version.to_owned(), size, ..package(&name, name.as_bytes()) }
    }

    fn kernels() -> Vec<Kernel> {
        let packages = [
            of("linux-image-6.1.0-9-cloud", "6.1.27-1", 9 << 20),
            of("linux-image-6.12.9+deb12-cloud", "6.12.9-1~bpo12+1", 9 << 20),
            of("linux-image-6.12.43+deb12-cloud", "6.12.43-1~bpo12+1", 9 << 20),
            of("linux-image-6.12.43+deb13-cloud", "6.12.43-1", 9 << 20),
            of("linux-image-6.12.43+deb13", "6.12.43-1", 9 << 20),
            of("linux-image-6.12-cloud", "6.12.43-1", 1 << 10),
            of("linux-image-6.19.6+deb13-cloud", "6.19.6-1", 9 << 20),
            of("linux-binary-6.19.6+deb13-cloud", "6.19.6-1", 9 << 20),
            of("linux-binary-7.2.6+deb13-cloud", "7.2.6-1", 9 << 20),
            of("linux-modules-7.2.6+deb13-cloud", "7.2.6-1", 9 << 20),
            of("linux-image-7.2.6+deb13-cloud", "7.2.6-1", 1 << 10),
        ];
        let packages: Vec<_> = packages.into_iter().filter(Package::is_of_kernel).collect();
        kernels_of(&packages, &Arch::native().debian)
    }

    #[test]
    fn a_series_names_its_newest_and_a_release_itself() {
        let kernels = kernels();
        let release = |wanted| meant(&kernels, wanted, "cloud").map(|it| it.release).ok();
        for (wanted, found) in [
            ("6.12", Some("6.12.43+deb13")),
            ("6.12.43", Some("6.12.43+deb13")),
            ("6.12.43+deb12", Some("6.12.43+deb12")),
            ("6.12.43-1~bpo12+1", Some("6.12.43+deb12")),
            ("6.12.9", Some("6.12.9+deb12")),
            ("6.1", Some("6.1.0-9")),
            ("6.1.0-9", Some("6.1.0-9")),
            ("6.12.4", None),
            ("6.19", None),
            ("7", Some("7.2.6+deb13")),
        ] {
            assert_eq!(release(wanted).as_deref(), found, "{wanted}");
        }
        assert_eq!(meant(&kernels, "6.12", "generic").unwrap().flavour, "generic");
    }

    #[test]
    fn a_kernel_has_one_package_or_two_and_one_that_lacks_its_modules_is_none() {
        let kernels = kernels();
        let names =
            |kernel: &Kernel| kernel.packages().map(|it| it[0].to_owned()).collect::<Vec<_>>();
        assert_eq!(names(&kernels[0]).len(), 1);
        let split = kernels.last().unwrap();
        assert!(names(split)[0].starts_with(BINARY) && names(split)[1].starts_with(MODULES));
        assert!(kernels.iter().all(|kernel| !kernel.release.starts_with("6.19")));
    }

    #[test]
    fn one_that_is_missing_is_said_with_what_there_is() {
        let said = |wanted| meant(&kernels(), wanted, "cloud").unwrap_err().why;
        assert_eq!(said("6.13"), "Debian has no cloud Linux 6.13; it has 6.1, 6.12, 7.2");
        let of_series = "of its series it has 6.12.9+deb12, 6.12.43+deb12, 6.12.43+deb13";
        assert_eq!(said("6.12.44"), format!("Debian has no cloud Linux 6.12.44; {of_series}"));
        let none = meant(&[], "6.12", "cloud").unwrap_err().why;
        assert!(none.ends_with("it has none at all"), "{none}");
    }

    #[test]
    fn versions_are_told_from_files() {
        for version in ["6.12", "6.12.43+deb12", "5.10.0-32", "7.3~rc7-1~exp1"] {
            assert!(is_version(version), "{version}");
        }
        for file in ["bzImage", "./6.12", "vmlinuz-6.12", "6", "6.x", "6.12/bzImage", ""] {
            assert!(!is_version(file), "{file}");
        }
    }
}
