//! What Debian's signed index has now, by apt with a state of its own: as any user, and without a look at
//! what is installed here.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::cache::Cache;
use crate::failure;
use crate::index::archive;
use crate::package::Package;
use crate::packages::Set;
use ground::{DebianArch, Trouble};
use system::process;

/// Debian's key ring, with which apt checks the index.
const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// How long apt may take.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Where Debian's archives are.
const ARCHIVES: &str = "http://deb.debian.org/";

/// The packages of each of the `sets` with all that they depend on, as they are at the time `date`. `say`
/// is told of releases that cannot be read.
///
/// # Errors
/// When apt is missing, or Debian cannot be reached.
pub(crate) fn plans(
    cache: &Cache,
    debian: &DebianArch,
    sets: &[Set<'_>],
    date: &str,
    say: &dyn Fn(&str),
) -> Result<Vec<Vec<Package>>, Trouble> {
    let apt = Apt::prepare(cache, debian)?;
    let mut read: Option<&[Vec<String>]> = None;
    let plan = |set: &Set<'_>| {
        let command: &[&str] = match set.is_source {
            true => &["source"],
            false => &["install", "--yes", "--no-install-recommends"],
        };
        // By itself apt takes nothing of backports that the release has, too.
        let backports = set.releases.iter().flatten().find(|suite| suite.ends_with("-backports"));
        let preferred: Vec<_> = backports.into_iter().flat_map(|it| ["-t", it]).collect();
        let output = apt.run(&[command, &preferred, &["--print-uris"]].concat(), set.wanted)?;
        let packages = output.lines().filter_map(|line| package(line, date));
        let packages: Vec<_> = packages.filter(|it| is_wanted(it, set.is_source)).collect();
        match packages.is_empty() {
            true => Err(Trouble::unavailable(
                format!("Debian has nothing for {}", set.wanted.join(", ")),
                "report this: the description of the image has to follow",
            )),
            false => Ok(packages),
        }
    };
    let mut plans = Vec::new();
    for set in sets {
        if read != Some(set.releases) {
            first_whole(set.releases, |suites| apt.update(suites), say)?;
            read = Some(set.releases);
        }
        plans.push(plan(set)?);
    }
    Ok(plans)
}

/// Whether a set has it: of a source package, only its authors' archive.
fn is_wanted(package: &Package, is_source: bool) -> bool {
    let is_original = package.path.contains(".orig.tar.") && !package.has_ending("asc");
    if is_source { is_original } else { package.has_ending("deb") }
}

/// The package in a line of apt's, `'URI' NAME SIZE SHA256:HASH`.
fn package(line: &str, date: &str) -> Option<Package> {
    let mut words = line.split_whitespace();
    let uri = words.next()?.trim_matches('\'');
    let (file, size, hash) = (words.next()?, words.next()?, words.next()?);
    let (name, rest) = file.split_once('_')?;
    let version = rest.split_once(".orig.tar.").or_else(|| rest.split_once('_'))?.0;
    Some(Package {
        name: name.to_owned(),
        version: plain(version),
        size: size.parse().ok()?,
        sha256: hash.strip_prefix("SHA256:")?.to_owned(),
        path: plain(uri.strip_prefix(ARCHIVES)?),
        date: date.to_owned(),
        sets: String::new(),
    })
}

/// A text without the escapes that apt has in addresses.
fn plain(text: &str) -> String {
    ["%3a:", "%2b+", "%7e~"]
        .iter()
        .fold(text.to_owned(), |text, escape| text.replace(&escape[..3], &escape[3..]))
}

/// Reads the first of the `releases` that can be read; `say` is told of those that cannot. Where none
/// can, it is the first one's error that is of use.
fn first_whole(
    releases: &[Vec<String>],
    read: impl Fn(&[String]) -> Result<(), Trouble>,
    say: &dyn Fn(&str),
) -> Result<(), Trouble> {
    let mut failed = None;
    for suites in releases {
        match (read(suites), &failed) {
            (Ok(()), None) => return Ok(()),
            (Ok(()), Some((first, why))) => {
                say(&format!("taking Debian's {} in place of {first}: {why}", suites.join(", ")));
                return Ok(());
            }
            (Err(why), None) => failed = Some((suites.join(", "), why)),
            (Err(_), Some(_)) => {}
        }
    }
    failed.map_or(Ok(()), |(_, why)| Err(why))
}

/// The lines that name a `suite` of Debian's to apt.
fn lines(suite: &str) -> String {
    let archive = archive(suite);
    let line = |kind| format!("{kind} [signed-by={KEYS}] {ARCHIVES}{archive} {suite} main\n");
    line("deb") + &line("deb-src")
}

/// An apt that keeps everything in a folder of ours.
struct Apt {
    options: Vec<String>,
    /// The folder.
    home: PathBuf,
}

impl Apt {
    fn prepare(cache: &Cache, debian: &DebianArch) -> Result<Self, Trouble> {
        if which::which("apt-get").is_err() || !Path::new(KEYS).is_file() {
            return Err(Trouble::unavailable(
                "a newer lock is what apt and Debian's key ring vouch for, and one of them is not here",
                "stay with the lock that there is, or install apt and debian-archive-keyring",
            ));
        }
        let home = cache.folder("apt")?;
        cache.folder("apt/lists/partial")?;
        // Apt leaves out what is there already: it plans for a folder without packages.
        cache.folder("apt/archives/partial")?;
        let status = home.join("status");
        std::fs::write(&status, "").map_err(|error| failure::file(&status, &error))?;
        let (place, architecture) = (home.display(), &debian.name);
        let options = [
            format!("Dir::State={place}"),
            format!("Dir::State::status={place}/status"),
            format!("Dir::Cache={place}"),
            format!("Dir::Etc::sourcelist={place}/sources.list"),
            "Dir::Etc::sourceparts=-".to_owned(),
            "Dir::Etc::preferences=-".to_owned(),
            "Dir::Etc::preferencesparts=-".to_owned(),
            format!("APT::Architecture={architecture}"),
            format!("APT::Architectures={architecture}"),
            "APT::Sandbox::User=".to_owned(), // what it writes belongs to the user
            "APT::Update::Error-Mode=any".to_owned(),
            "Debug::NoLocking=1".to_owned(),
            "Acquire::ForceHash=SHA256".to_owned(),
            "Acquire::Languages=none".to_owned(),
            "Acquire::Retries=3".to_owned(),
        ];
        let options = options.into_iter().flat_map(|o| ["-o".to_owned(), o]).collect();
        Ok(Self { options, home })
    }

    /// Reads the index of these `suites`.
    fn update(&self, suites: &[String]) -> Result<(), Trouble> {
        let text: String = suites.iter().map(|suite| lines(suite)).collect();
        let sources = self.home.join("sources.list");
        std::fs::write(&sources, text).map_err(|error| failure::file(&sources, &error))?;
        self.run(&["update"], &[]).map(drop)
    }

    fn run(&self, command: &[&str], packages: &[String]) -> Result<String, Trouble> {
        let mut apt = Command::new("apt-get");
        apt.args(&self.options).args(command).args(packages).env("LC_ALL", "C").current_dir("/");
        let output = process::run_into(&self.home, apt, PATIENCE)
            .map_err(|error| failure::program("apt-get", "apt", &error))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let mut messages = output.stderr.lines();
        let complaint = messages.find(|line| line.starts_with("E:")).unwrap_or_default();
        Err(Trouble::unavailable(
            format!("Debian's index cannot be read: {complaint}"),
            "check the network and the free space, then try again",
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_plan_names_packages_and_the_authors_own_archive() {
        let line = "'http://deb.debian.org/debian/pool/main/b/b%2b/b%2b_2-1_all.deb' \
                    b+_1%3a2-1_all.deb 10 SHA256:0f";
        let found = package(line, "now").unwrap();
        assert_eq!((found.name.as_str(), found.version.as_str(), found.size), ("b+", "1:2-1", 10));
        assert_eq!(
            (found.path.as_str(), found.sha256.as_str()),
            ("debian/pool/main/b/b+/b+_2-1_all.deb", "0f")
        );
        assert!(is_wanted(&found, false) && !is_wanted(&found, true));
        let line = |file| format!("'http://deb.debian.org/debian/pool/{file}' {file} 1 SHA256:0");
        for (file, is_archive) in [
            ("a_1.orig.tar.gz", true),
            ("a_1.orig.tar.gz.asc", false),
            ("a_1-2.debian.tar.xz", false),
        ] {
            let wanted = package(&line(file), "now").is_some_and(|it| is_wanted(&it, true));
            assert_eq!(wanted, is_archive, "{file}");
        }
        assert_eq!(package("Reading package lists...", "now"), None);
    }

    #[test]
    fn security_fixes_have_an_archive_of_their_own() {
        assert!(lines("trixie").contains("/debian trixie main\n"));
        assert!(lines("trixie-security").contains("/debian-security trixie-security main\n"));
    }

    #[test]
    fn a_release_that_cannot_be_read_is_told_of_and_another_is_taken() {
        let releases = ["new", "whole", "old"].map(|name| vec![name.to_owned()]);
        let (tried, said) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
        let say = |line: &str| said.borrow_mut().push(line.to_owned());
        let reads = |whole: &str| {
            tried.borrow_mut().clear();
            let read = |suites: &[String]| {
                tried.borrow_mut().push(suites[0].clone());
                if suites[0] == whole { Ok(()) } else { Err(Trouble::unavailable(&suites[0], "")) }
            };
            let done = first_whole(&releases, read, &say);
            (done.map_err(|why| why.to_string()), tried.borrow().join(" "))
        };
        assert_eq!(reads("new"), (Ok(()), "new".into()));
        assert!(said.borrow().is_empty());
        assert_eq!(reads("whole"), (Ok(()), "new whole".into()));
        assert_eq!(said.take(), ["taking Debian's whole in place of new: new"]);
        assert_eq!(reads("none"), (Err("new".into()), "new whole old".into()));
        assert!(said.take().is_empty());
    }
}
