//! A package of Debian's, as a lock names it.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use system::place;

/// A file in Debian's archive: a package, or the sources of one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// Bytes that it has.
    pub(crate) size: u64,
    /// Its SHA-256, in hexadecimal digits.
    pub(crate) sha256: String,
    /// Where it is: the name of the archive, `debian` or `debian-security`, and its path there.
    pub(crate) path: String,
    /// When it was there, as the archive of snapshots writes a time: `20261124T000000Z`.
    pub(crate) date: String,
    /// Names of the sets that it belongs to, with spaces between.
    pub(crate) sets: String,
}

impl Package {
    /// Whether it belongs to `set`.
    pub(crate) fn is_in(&self, set: &str) -> bool {
        self.sets.split(' ').any(|name| name == set)
    }

    /// Whether the name of its file has this `ending`, without the dot; Debian's are in small letters.
    pub(crate) fn has_ending(&self, ending: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|it| it == ending)
    }

    /// What its file is called in a cache: as apt calls it, with the version's epoch.
    pub(crate) fn file(&self) -> String {
        let file = self.path.rsplit('/').next().unwrap_or_default();
        let kind = file.rsplit('_').next().unwrap_or_default();
        match self.has_ending("deb") {
            true => format!("{}_{}_{kind}", self.name, self.version.replace(':', "%3a")),
            false => file.to_owned(),
        }
    }

    /// Where its file is in `folder`.
    ///
    /// # Errors
    /// When its name, or that of its file, leads to elsewhere: indexes and locks are of others.
    pub(crate) fn place(&self, folder: &Path) -> io::Result<PathBuf> {
        place::inside(folder, &self.file())
    }

    /// Where it is at `place`, an address with `{archive}` and, in an archive of snapshots, `{date}`.
    pub(crate) fn address(&self, place: &str) -> String {
        let (archive, path) = self.path.split_once('/').unwrap_or_default();
        let place = place.replace("{archive}", archive).replace("{date}", &self.date);
        format!("{place}/{path}")
    }

    /// The line of a lock that describes it.
    pub(crate) fn line(&self) -> String {
        let Self { name, version, size, sha256, path, date, sets } = self;
        format!(
            "    {{ name = {name:?}, version = {version:?}, size = {size}, sets = {sets:?}, \
             date = {date:?}, path = {path:?}, sha256 = {sha256:?} }},\n"
        )
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::fetch::sum;

    /// A package of this name and content in the set `s`.
    pub(crate) fn package(name: &str, content: &[u8]) -> Package {
        Package {
            name: name.to_owned(),
            version: "1:2+b1".to_owned(),
            size: content.len() as u64,
            sha256: sum(content).unwrap(),
            path: format!("debian/pool/main/{name}_2+b1_all.deb"),
            date: "20261124T000000Z".to_owned(),
            sets: "r s".to_owned(),
        }
    }

    #[test]
    fn a_package_has_the_name_of_apts_and_an_address_at_each_place() {
        let package = package("a", b"");
        assert_eq!(package.file(), "a_1%3a2+b1_all.deb");
        let source = Package { path: "debian/pool/a_2.orig.tar.xz".into(), ..package.clone() };
        assert_eq!(source.file(), "a_2.orig.tar.xz");
        assert_eq!(
            package.address("http://m/{archive}"),
            "http://m/debian/pool/main/a_2+b1_all.deb"
        );
        assert_eq!(
            package.address("http://s/{archive}/{date}"),
            "http://s/debian/20261124T000000Z/pool/main/a_2+b1_all.deb"
        );
        assert!(package.is_in("s") && !package.is_in("sets"));
    }

    #[test]
    fn no_package_has_its_file_elsewhere() {
        let folder = Path::new("/cache");
        let named = |name: &str, path: &str| Package {
            name: name.to_owned(),
            path: path.to_owned(),
            ..package("a", b"x")
        };
        for (name, path) in [
            ("../../.ssh/x", "debian/pool/a_1_all.deb"),
            ("a", "debian/pool/.."),
            ("a", "debian/pool/"),
            ("a\n", "debian/pool/a_1_all.deb"),
        ] {
            assert!(named(name, path).place(folder).is_err(), "{name:?} {path}");
        }
        let plain = named("a", "debian/pool/a.tar.xz").place(folder).unwrap();
        assert_eq!(plain, folder.join("a.tar.xz"));
    }
}
