//! Sources that the papers' workloads compile: an archive of Debian's, of which a guest has room for
//! the part that is compiled.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use ground::{Arch, Trouble};
use serde::Deserialize;
use system::process;

use debian::{Set, Tree, all_files, failure};

/// How long an archive may take to be unpacked.
const PATIENCE: Duration = Duration::from_secs(1800);

/// Where a guest has them.
const PLACE: &str = "usr/src/hyperbench";

/// An archive, and what of it is kept. Its paths begin with the folder that everything is in, as tar
/// has them; a star stands for anything, slashes too.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    /// What workloads call it.
    name: String,
    /// Where a package has the archive, up to its ending; none where it is a source package.
    archive: Option<String>,
    /// The source package.
    package: Option<String>,
    /// The suites that it is of, of several releases; none where those of the architecture's packages are.
    #[serde(default)]
    suites: Vec<Vec<String>>,
    /// What is kept: folders with all that is in them, and patterns.
    keep: Vec<String>,
    /// What is left out of that.
    leave: Vec<String>,
}

impl Source {
    /// Its source package, as a set of a lock's for `arch`; none where a package has the archive.
    pub(crate) fn set<'a>(&'a self, arch: &'a Arch) -> Option<Set<'a>> {
        let releases = if self.suites.is_empty() { &arch.debian.suites } else { &self.suites };
        let wanted = std::slice::from_ref(self.package.as_ref()?);
        Some(Set { name: &self.name, wanted, releases, is_source: true })
    }

    /// Where its archive is: in the unpacked packages, or what `download` brings of the source package for
    /// `arch`.
    pub(crate) fn archive(
        &self,
        tree: &Tree,
        arch: &Arch,
        download: impl Fn(&Set<'_>) -> Result<PathBuf, Trouble>,
    ) -> Result<PathBuf, Trouble> {
        match self.set(arch) {
            Some(set) => download(&set),
            None => tree.find(self.archive.as_deref().unwrap_or_default()),
        }
    }

    /// Unpacks what is kept of the `archive` into a folder of its name in `place`.
    pub(crate) fn unpack(&self, archive: &Path, place: &Path) -> Result<(), Trouble> {
        let folder = place.join(&self.name);
        std::fs::create_dir_all(&folder).map_err(|error| failure::file(&folder, &error))?;
        let mut tar = Command::new("tar");
        tar.args(["--extract", "--no-same-owner", "--strip-components=1", "--wildcards"]);
        tar.arg("--file").arg(archive).arg("--directory").arg(&folder);
        tar.args(self.leave.iter().map(|pattern| format!("--exclude={pattern}")));
        tar.args(&self.keep).env("LC_ALL", "C");
        let output = process::run(tar, PATIENCE)
            .map_err(|error| failure::program("tar", "tar xz-utils", &error))?;
        match output.status.success() {
            true => Ok(()),
            false => Err(Trouble::unavailable(
                format!("{} cannot be unpacked: {}", archive.display(), output.stderr.trim()),
                "check the free space, and that the program xz is there; then build again",
            )),
        }
    }
}

/// The files of all sources in `place`: where a guest has them, and where they are.
pub(crate) fn files(place: &Path) -> impl Iterator<Item = (String, PathBuf)> {
    let files = all_files(place).into_iter();
    files.map(move |path| (format!("{PLACE}/{path}"), place.join(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(keep: &[&str]) -> Source {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Source {
            name: "all".to_owned(),
            archive: None,
            package: None,
            suites: Vec::new(),
            keep: words(keep),
            leave: words(&["*/drivers/gpu"]),
        }
    }

    #[test]
    fn folders_and_patterns_are_kept_but_for_what_is_left_out() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        for path in
            ["lib/a.c", "lib/b/c.c", "drivers/d.c", "drivers/Makefile", "drivers/gpu/Makefile"]
        {
            let path = place.join("linux-1").join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let mut tar = Command::new("tar");
        tar.arg("-C").arg(place).arg("-cf").arg(place.join("a.tar")).arg("linux-1");
        assert!(tar.status().unwrap().success());
        let kept = place.join("kept");
        source(&["*/lib", "*/Makefile*"]).unpack(&place.join("a.tar"), &kept).unwrap();
        let found: Vec<_> = files(&kept).map(|(place, _)| place).collect();
        let expected = ["drivers/Makefile", "lib/a.c", "lib/b/c.c"];
        assert_eq!(found, expected.map(|path| format!("{PLACE}/all/{path}")));
        let missing = source(&["*/Kconfig*"]).unpack(&place.join("a.tar"), &kept);
        assert!(missing.unwrap_err().to_string().contains("Kconfig"));
    }
}
