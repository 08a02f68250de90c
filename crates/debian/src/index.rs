//! The index of a release: what it has now, of packages that a lock names in a version that is gone.

use std::io::Read;

use lzma_rust2::XzReader;

use crate::http::{Answer, get};
use crate::package::Package;
use crate::version::compare;
use ground::{DebianArch, Trouble};

/// The most that an index may have, in bytes, and unpacked.
const MOST: u64 = 64 << 20;
const MOST_UNPACKED: u64 = 1 << 30;

/// The suites of a release, as they are now.
pub(crate) struct Index {
    packages: Vec<Package>,
}

impl Index {
    /// Reads from `place` what the first of the `releases` that can be read has for `debian`'s
    /// architecture at the time `date`.
    ///
    /// # Errors
    /// The first release's, where none can be read.
    pub(crate) fn read(
        place: &str,
        releases: &[Vec<String>],
        debian: &DebianArch,
        date: &str,
    ) -> Result<Self, Trouble> {
        let mut failed = None;
        for suites in releases {
            let mut packages = Vec::new();
            let read = suites.iter().try_for_each(|suite| {
                packages.extend(suite_has(place, suite, debian, date, "")?);
                Ok(())
            });
            match read {
                Ok(()) => return Ok(Self { packages }),
                Err::<(), String>(why) => failed = failed.or(Some(why)),
            }
        }
        Err(Trouble::unavailable(
            format!("Debian's index cannot be read: {}", failed.unwrap_or_default()),
            "check the network, and that the certificates of authorities are there (ca-certificates)",
        ))
    }

    /// The newest that has the name of `old`, or the same but for its numbers: packages of kernels have
    /// their release in their name.
    pub(crate) fn newest(&self, old: &Package) -> Option<&Package> {
        let of = |is: &dyn Fn(&Package) -> bool| {
            let named = self.packages.iter().filter(|package| is(package));
            named.max_by(|a, b| compare(&a.version, &b.version))
        };
        of(&|it| it.name == old.name).or_else(|| of(&|it| words(&it.name) == words(&old.name)))
    }
}

/// The packages whose names begin with `prefix` that `suite` has at `place`, at the time `date`.
///
/// # Errors
/// Says what cannot be read, and why.
pub(crate) fn suite_has(
    place: &str,
    suite: &str,
    debian: &DebianArch,
    date: &str,
    prefix: &str,
) -> Result<Vec<Package>, String> {
    let archive = archive(suite);
    let place = place.replace("{archive}", archive).replace("{date}", date);
    let address = format!("{place}/dists/{suite}/main/binary-{}/Packages.xz", debian.name);
    let text = text(&address).map_err(|why| format!("{address}: {why}"))?;
    Ok(entries(&text, archive, date, prefix))
}

/// The packages of an index whose names begin with `prefix`.
pub(crate) fn entries(text: &str, archive: &str, date: &str, prefix: &str) -> Vec<Package> {
    let begin = format!("Package: {prefix}");
    let wanted = text.split("\n\n").filter(|entry| entry.trim_start().starts_with(&begin));
    wanted.filter_map(|entry| package(entry, archive, date)).collect()
}

/// The archive that has a `suite`: security fixes are in one beside Debian's.
pub(crate) fn archive(suite: &str) -> &'static str {
    if suite.ends_with("-security") { "debian-security" } else { "debian" }
}

/// A name without its numbers.
fn words(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_digit()).collect()
}

fn text(address: &str) -> Result<String, String> {
    let Answer::Whole(content) = get(address, 0)? else { return Err("it is not there".to_owned()) };
    let mut text = String::new();
    let unpacked = XzReader::new(content.take(MOST), true);
    unpacked.take(MOST_UNPACKED).read_to_string(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// The package that an entry of an index describes (Debian's repository format).
fn package(entry: &str, archive: &str, date: &str) -> Option<Package> {
    let field = |name: &str| {
        let mut values = entry.lines().filter_map(|line| line.strip_prefix(name));
        values.find_map(|value| value.strip_prefix(": ")).map(str::to_owned)
    };
    Some(Package {
        name: field("Package")?,
        version: field("Version")?,
        size: field("Size")?.parse().ok()?,
        sha256: field("SHA256")?,
        path: format!("{archive}/{}", field("Filename")?),
        date: date.to_owned(),
        sets: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, version: &str) -> Package {
        let text = format!(
            "Package: {name}\nVersion: {version}\nDescription: one\n Version: 9\n\
             Filename: pool/{name}.deb\nSize: 3\nSHA256: 00\n"
        );
        package(&text, archive("any-security"), "now").unwrap()
    }

    #[test]
    fn the_newest_has_the_name_or_that_of_a_later_kernel() {
        let names = [
            ("a", "1.9"),
            ("a", "1.10"),
            ("image-6.1.0-9-cloud", "6.1.9"),
            ("image-6.1.0-10-cloud", "6.1.10"),
            ("image-6.1.0-10-rt", "7"),
        ];
        let index = Index { packages: names.map(|(name, version)| entry(name, version)).to_vec() };
        let newest = |name| index.newest(&entry(name, "1")).map(|it| it.version.clone());
        assert_eq!(newest("a").as_deref(), Some("1.10"));
        assert_eq!(newest("image-6.1.0-7-cloud").as_deref(), Some("6.1.10"));
        assert_eq!(newest("b"), None);
        assert_eq!(entry("a", "1").path, "debian-security/pool/a.deb");
        assert!(package("Package: a\nVersion: 1\n", "debian", "now").is_none());
    }
}
