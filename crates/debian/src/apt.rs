//! Debian's packages, downloaded by apt with a state of its own: as any user, and without a
//! look at what is installed here.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::cache::{Cache, Temporary};
use crate::failure;
use ground::{DebianArch, Trouble};
use system::process::{self, Output};
use system::{input, place};

/// Debian's key ring, with which apt checks what it downloads.
const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// How long a download may take.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Where Debian's archive is; security fixes are in one beside it.
const ARCHIVE: &str = "http://deb.debian.org/debian";

/// What a line of apt's list of archives begins with.
const BINARIES: &str = "deb";
const SOURCES: &str = "deb-src";

/// The packages `wanted` with all that they depend on, by the names in the file `list`; downloaded
/// where they are not there, or `update` asks for newer ones. `say` is told of that.
///
/// # Errors
/// When apt is missing, or Debian cannot be reached.
pub fn packages(
    cache: &Cache,
    debian: &DebianArch,
    list: &str,
    wanted: &[String],
    update: bool,
    say: &dyn Fn(&str),
) -> Result<Vec<PathBuf>, Trouble> {
    match cached(cache, list, wanted) {
        Some(packages) if !update => Ok(packages),
        _ => {
            say(&format!("downloading Debian's packages: {}", wanted.join(", ")));
            download(cache, debian, list, wanted, say)
        }
    }
}

/// The packages `wanted` with all that they depend on, as they were downloaded last; `None`
/// when they have not been, or a file is gone.
pub fn cached(cache: &Cache, list: &str, wanted: &[String]) -> Option<Vec<PathBuf>> {
    let text = input::read_text(cache.path().join(list)).ok()?;
    let mut lines = text.lines();
    if lines.next()? != wanted.join(" ") {
        return None;
    }
    let folder = cache.path().join("apt/archives");
    let files = lines.map(|name| place::inside(&folder, name));
    let files: Vec<_> = files.collect::<Result<_, _>>().ok()?;
    files.iter().all(|file| file.is_file()).then_some(files)
}

/// Downloads the packages `wanted` with all that they depend on, in their newest versions,
/// as `debian` calls the architecture that they are for, and notes their names in the file `list`.
/// What is there already is not downloaded again.
fn download(
    cache: &Cache,
    debian: &DebianArch,
    list: &str,
    wanted: &[String],
    say: &dyn Fn(&str),
) -> Result<Vec<PathBuf>, Trouble> {
    let apt = Apt::prepare(cache, debian, BINARIES)?;
    first_whole(&debian.suites, |suites| apt.update(suites), say)?;
    let install = ["install", "--yes", "--no-install-recommends"];
    // Apt leaves out what is there already: so it plans for a folder without packages.
    let nowhere = format!("Dir::Cache::archives={}", cache.folder("apt/no-archives")?.display());
    cache.folder("apt/no-archives/partial")?;
    let plan = [&install[..], &["--print-uris", "-o", &nowhere]].concat();
    let plan = apt.run(&plan, wanted)?;
    let names = file_names(&plan.stdout);
    apt.run(&[&install[..], &["--download-only"]].concat(), wanted)?;
    let path = cache.path().join(list);
    let text = format!("{}\n{}\n", wanted.join(" "), names.join("\n"));
    std::fs::write(&path, text).map_err(|error| failure::file(&path, &error))?;
    cached(cache, list, wanted).ok_or_else(|| {
        Trouble::unavailable(
            "apt downloaded other packages than it had planned",
            format!("try again: {}", cache.build()),
        )
    })
}

/// The archive with the sources of the package `name` as Debian has them from their authors. The one
/// that was downloaded last is used again, but with `update`. `say` is told of a download.
///
/// # Errors
/// When apt is missing, or Debian cannot be reached.
pub fn source(
    cache: &Cache,
    debian: &DebianArch,
    name: &str,
    update: bool,
    say: &dyn Fn(&str),
) -> Result<PathBuf, Trouble> {
    let folder = cache.folder("apt/sources")?.join(name);
    if let Some(found) = original(&folder).filter(|_| !update) {
        return Ok(found);
    }
    say(&format!("downloading Debian's source package {name}"));
    let apt = Apt::prepare(cache, debian, SOURCES)?;
    first_whole(&debian.suites, |suites| apt.update(suites), say)?;
    let place = Temporary::inside(&cache.folder("apt/sources")?)?;
    apt.run_in(place.path(), &["source", "--download-only"], &[name.to_owned()])?;
    place.keep_as(&folder).map_err(|error| failure::file(&folder, &error))?;
    original(&folder).ok_or_else(|| {
        Trouble::unavailable(
            format!("Debian's source package {name} has no archive of its authors'"),
            "report this: the description of the papers' programs has to follow",
        )
    })
}

/// The archive of the authors' in the `folder` of a source package.
fn original(folder: &Path) -> Option<PathBuf> {
    let paths = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let is_original = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.contains(".orig.tar.") && !name.ends_with(".asc")
    };
    paths.filter(is_original).min()
}

/// `name version` of a package's file, `name_version_architecture.deb`.
pub fn package_name(path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy().replace("%3a", ":");
    file.split('_').take(2).collect::<Vec<_>>().join(" ")
}

/// Names of the files in the lines `'URI' NAME SIZE HASH`, sorted.
fn file_names(plan: &str) -> Vec<String> {
    let lines = plan.lines().filter(|line| line.starts_with('\''));
    let mut names: Vec<_> =
        lines.filter_map(|line| line.split_whitespace().nth(1)).map(str::to_owned).collect();
    names.sort();
    names
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

/// Whether a `suite` is asked: what is only compiled needs no fixes of security.
fn holds(kind: &str, suite: &str) -> bool {
    kind == BINARIES || !suite.ends_with("-security")
}

/// The line that names a `suite` of Debian's to apt.
fn line(kind: &str, suite: &str) -> String {
    let security = if suite.ends_with("-security") { "-security" } else { "" };
    format!("{kind} [signed-by={KEYS}] {ARCHIVE}{security} {suite} main\n")
}

/// An apt that keeps everything in a folder of ours.
struct Apt {
    options: Vec<String>,
    /// Whether it is for binaries or for sources.
    kind: &'static str,
    /// Where it keeps everything.
    home: PathBuf,
    /// The file that names the suites.
    sources: PathBuf,
    /// The command that goes on where a download has ended.
    build: String,
}

impl Apt {
    fn prepare(cache: &Cache, debian: &DebianArch, kind: &'static str) -> Result<Self, Trouble> {
        if !Path::new(KEYS).is_file() {
            return Err(Trouble::unavailable(
                format!("Debian's packages cannot be checked: {KEYS} is missing"),
                "install it: apt-get install debian-archive-keyring",
            ));
        }
        let home = cache.folder("apt")?;
        cache.folder("apt/lists/partial")?;
        cache.folder("apt/archives/partial")?;
        let status = home.join("status");
        std::fs::write(&status, "").map_err(|error| failure::file(&status, &error))?;
        let sources = home.join("sources.list");
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
            "APT::Sandbox::User=".to_owned(), // what it downloads belongs to the user
            "APT::Update::Error-Mode=any".to_owned(),
            "Debug::NoLocking=1".to_owned(),
            "Acquire::Languages=none".to_owned(),
            "Acquire::Retries=3".to_owned(),
        ];
        let options = options.into_iter().flat_map(|o| ["-o".to_owned(), o]).collect();
        Ok(Self { options, kind, home, sources, build: cache.build() })
    }

    /// Reads the index of these `suites`.
    fn update(&self, suites: &[String]) -> Result<(), Trouble> {
        let asked = suites.iter().filter(|suite| holds(self.kind, suite));
        let text: String = asked.map(|suite| line(self.kind, suite)).collect();
        std::fs::write(&self.sources, text).map_err(|e| failure::file(&self.sources, &e))?;
        self.run(&["update"], &[]).map(drop)
    }

    fn run(&self, command: &[&str], packages: &[String]) -> Result<Output, Trouble> {
        self.run_in(Path::new("/"), command, packages)
    }

    /// Runs it in `folder`, which is where it puts sources.
    fn run_in(
        &self,
        folder: &Path,
        command: &[&str],
        packages: &[String],
    ) -> Result<Output, Trouble> {
        let mut apt = Command::new("apt-get");
        apt.args(&self.options).args(command).args(packages).env("LC_ALL", "C").current_dir(folder);
        let output = process::run_into(&self.home, apt, PATIENCE)
            .map_err(|error| failure::program("apt-get", "apt", &error))?;
        if output.status.success() {
            return Ok(output);
        }
        let mut messages = output.stderr.lines();
        let complaint = messages.find(|line| line.starts_with("E:")).unwrap_or_default();
        Err(Trouble::unavailable(
            format!("packages cannot be downloaded from Debian: {complaint}"),
            format!("check the network and the free space, then go on: {}", self.build),
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn the_plan_names_the_files() {
        let plan = "Reading package lists...\n\
                    'http://d/b_1%3a2_all.deb' b_1%3a2_all.deb 10 MD5Sum:00\n\
                    'http://d/a_1_any.deb' a_1_any.deb 12 MD5Sum:11\n";
        assert_eq!(file_names(plan), ["a_1_any.deb", "b_1%3a2_all.deb"]);
    }

    #[test]
    fn security_fixes_have_an_archive_of_their_own() {
        assert!(line(BINARIES, "trixie").ends_with("/debian trixie main\n"));
        let security = line(SOURCES, "trixie-security");
        assert!(security.starts_with("deb-src "));
        assert!(security.ends_with("/debian-security trixie-security main\n"));
    }

    #[test]
    fn the_archive_of_a_source_package_is_the_authors_own() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a_1-2.debian.tar.xz", "a_1-2.dsc", "a_1.orig.tar.gz.asc"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(original(folder.path()), None);
        let archive = folder.path().join("a_1.orig.tar.gz");
        std::fs::write(&archive, "").unwrap();
        assert_eq!(original(folder.path()), Some(archive));
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

    #[test]
    fn a_list_counts_only_for_its_packages_and_with_all_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let [a, b] = ["a", "b"].map(str::to_owned);
        let wanted = std::slice::from_ref(&a);
        assert_eq!(cached(&cache, "l", wanted), None);
        std::fs::write(folder.path().join("l"), "a\na_1.deb\n").unwrap();
        assert_eq!(cached(&cache, "l", wanted), None);
        let archives = cache.folder("apt/archives").unwrap();
        std::fs::write(archives.join("a_1.deb"), "").unwrap();
        assert_eq!(cached(&cache, "l", wanted), Some(vec![archives.join("a_1.deb")]));
        assert_eq!(cached(&cache, "l", &[a.clone(), b]), None);
    }
}
