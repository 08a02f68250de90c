//! The runs that are kept without being asked for: a file each, in `$XDG_DATA_HOME/hyperbench/runs`.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::store::{is_temporary, unwritable};
use ground::Trouble;
use system::place;
use system::time::now;

/// The most runs that are kept without a name of the user's, and the most bytes that they take
/// together: the oldest go first.
pub const MOST: usize = 200;
const MOST_BYTES: u64 = 1 << 30;

/// Stands for the latest run, before a number for a later one: `@`, `@2`.
const LATEST: char = '@';

const ENDING: &str = "json";

/// After this long what was begun and not put in its place is of a process that was killed.
const STALE: Duration = Duration::from_secs(24 * 3600);

/// Characters of a date, before the number of the run on that day.
const DATE: usize = "2026-11-24".len();

/// The longest name that can be given.
const LONGEST: usize = 60;

/// The folder with all of them.
#[derive(Debug)]
pub struct Runs {
    folder: PathBuf,
}

/// A run that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRun {
    /// What it is called.
    pub name: String,
    /// The results file.
    pub path: PathBuf,
    /// Its size in bytes.
    pub size: u64,
    /// When it was written last.
    written: SystemTime,
}

impl Runs {
    /// The user's folder; nothing is created yet.
    ///
    /// # Errors
    /// When the environment names none.
    pub fn open() -> Result<Self, Trouble> {
        let base = place::of_user("XDG_DATA_HOME", ".local/share");
        let folder = base.map(|base| base.join("hyperbench/runs"));
        folder.map(Self::at).ok_or(Trouble::usage(
            "there is no place for runs: neither XDG_DATA_HOME nor HOME is set",
            "set XDG_DATA_HOME to a folder of yours",
        ))
    }

    fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Takes a name for a new run, such as `2026-11-24-1`, which no other process can take as well, and
    /// makes room. The file is there when it returns, and empty.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub fn begin(&self) -> Result<PathBuf, Trouble> {
        let fail = |error| unwritable(&self.folder, &error);
        fs::create_dir_all(&self.folder).map_err(fail)?;
        self.make_room();
        let now = now();
        let date = now.get(..DATE).unwrap_or("undated");
        for number in 1.. {
            let path = self.path(&format!("{date}-{number}"));
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            match place::create(&self.folder, &file, &[]) {
                Ok(path) => return Ok(path),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(fail(error)),
            }
        }
        unreachable!("there are more numbers than files")
    }

    /// Whether `name` is one of a run rather than of a file: `@`, or one that is kept.
    pub fn is_run(name: &str) -> bool {
        name.starts_with(LATEST) || Self::open().is_ok_and(|runs| runs.find(name).is_some())
    }

    /// All of them, the latest first.
    pub fn list(&self) -> Vec<KeptRun> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut runs: Vec<_> = entries.filter_map(|entry| KeptRun::of(entry.path())).collect();
        runs.sort_by(|a, b| {
            (b.written, number(&b.name), &b.name).cmp(&(a.written, number(&a.name), &a.name))
        });
        runs
    }

    /// The one that `name` stands for: `@` or `@1` the latest, `@2` the one before, else its name.
    pub fn find(&self, name: &str) -> Option<KeptRun> {
        let mut runs = self.list().into_iter();
        match name.strip_prefix(LATEST) {
            Some("") => runs.next(),
            Some(number) => runs.nth(number.parse::<usize>().ok()?.checked_sub(1)?),
            None => runs.find(|run| run.name == name),
        }
    }

    /// The same.
    ///
    /// # Errors
    /// When there is none.
    pub fn get(&self, name: &str) -> Result<KeptRun, Trouble> {
        self.find(name).ok_or_else(|| {
            let next = "hyperbench runs lists those that are kept";
            match self.list().len() {
                0 => Trouble::usage(
                    format!("there is no run {name:?}: none is kept yet"),
                    "measure first: hyperbench run",
                ),
                _ => Trouble::usage(format!("there is no run {name:?}"), next),
            }
        })
    }

    /// Calls the run `old` by the name `new` from now on.
    ///
    /// # Errors
    /// When there is no such run, when the name is taken, and when it is no name.
    pub fn rename(&self, old: &str, new: &str) -> Result<(), Trouble> {
        let run = self.get(old)?;
        if !is_name(new) {
            return Err(Trouble::usage(
                format!("{new:?} cannot be the name of a run"),
                "use letters, digits, points, dashes and underscores, with a letter first",
            ));
        }
        let path = self.path(new);
        // A link fails where the name is taken, which renaming would not.
        fs::hard_link(&run.path, &path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Trouble::usage(
                format!("another run is called {new:?}"),
                format!("choose another name, or remove that one: hyperbench runs remove {new}"),
            ),
            _ => unwritable(&path, &error),
        })?;
        fs::remove_file(&run.path).map_err(|error| unwritable(&run.path, &error))
    }

    /// Removes the run that `name` stands for, for good; returns its name.
    ///
    /// # Errors
    /// When there is no such run, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<String, Trouble> {
        let run = self.get(name)?;
        fs::remove_file(&run.path).map_err(|error| unwritable(&run.path, &error))?;
        Ok(run.name)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ENDING}"))
    }

    /// Removes the oldest that the user has not named, so that one more can be kept.
    fn make_room(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let is_stale = |entry: &fs::DirEntry| {
            let age = entry.metadata().and_then(|meta| meta.modified()).map(|at| at.elapsed());
            let is_old = age.is_ok_and(|age| age.is_ok_and(|age| age > STALE));
            is_old && is_temporary(&entry.file_name())
        };
        entries.filter(is_stale).for_each(|entry| drop(fs::remove_file(entry.path())));
        let (mut count, mut bytes) = (0, 0);
        for run in self.list().into_iter().filter(|run| !is_name(&run.name)) {
            (count, bytes) = (count + 1, bytes + run.size);
            if count >= MOST || bytes > MOST_BYTES {
                // Another process may have been faster.
                let _ = fs::remove_file(&run.path);
            }
        }
    }
}

impl KeptRun {
    fn of(path: PathBuf) -> Option<Self> {
        let is_run = path.extension().is_some_and(|ending| ending == ENDING);
        let name = path.file_stem()?.to_str().filter(|name| !name.starts_with('.'))?.to_owned();
        let meta = fs::metadata(&path).ok().filter(|meta| is_run && meta.is_file())?;
        Some(Self { name, size: meta.len(), written: meta.modified().ok()?, path })
    }
}

/// The number of a run on its day, which tells apart those that were written at the same moment.
fn number(name: &str) -> u64 {
    name.rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// Whether a user may call a run so. Names that the tool gives begin with a digit, and are none.
fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.len() <= LONGEST
        && name.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder for runs, and a way to keep one that was written so many seconds after 1970.
    fn runs() -> (tempfile::TempDir, Runs) {
        let folder = tempfile::tempdir().unwrap();
        let runs = Runs::at(folder.path().join("new/runs"));
        (folder, runs)
    }

    fn keep(runs: &Runs, name: &str, seconds: u64, size: u64) {
        fs::create_dir_all(&runs.folder).unwrap();
        let file = fs::File::create(runs.path(name)).unwrap();
        file.set_len(size).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
    }

    fn names(runs: &Runs) -> Vec<String> {
        runs.list().into_iter().map(|run| run.name).collect()
    }

    #[test]
    fn processes_that_begin_at_once_get_names_of_their_own() {
        let (_folder, runs) = runs();
        let begun: Vec<PathBuf> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..20).map(|_| scope.spawn(|| runs.begin().unwrap())).collect();
            all.into_iter().map(|one| one.join().unwrap()).collect()
        });
        let different: std::collections::BTreeSet<_> = begun.iter().collect();
        assert_eq!(different.len(), 20);
        assert!(begun.iter().all(|path| path.is_file()));
        assert!(begun.iter().any(|path| path.to_string_lossy().ends_with("-20.json")), "{begun:?}");
    }

    #[test]
    fn runs_go_by_their_age_and_their_names() {
        let (_folder, runs) = runs();
        assert!(runs.get("@").unwrap_err().to_string().contains("none is kept"));
        keep(&runs, "2026-11-24-9", 30, 1);
        keep(&runs, "2026-11-24-10", 30, 1);
        keep(&runs, "fast", 10, 1);
        assert_eq!(names(&runs), ["2026-11-24-10", "2026-11-24-9", "fast"]);
        for (name, expected) in
            [("@", "2026-11-24-10"), ("@1", "2026-11-24-10"), ("@3", "fast"), ("fast", "fast")]
        {
            assert_eq!(runs.get(name).unwrap().name, expected);
        }
        for none in ["@0", "@4", "@x", "2026-11-24-1", "../runs/fast", ""] {
            assert!(runs.get(none).is_err(), "{none}");
        }
    }

    #[test]
    fn a_name_is_given_once_and_leads_nowhere_else() {
        let (_folder, runs) = runs();
        keep(&runs, "2026-11-24-1", 1, 1);
        keep(&runs, "2026-11-24-2", 2, 1);
        runs.rename("@", "fast").unwrap();
        let why = runs.rename("2026-11-24-1", "fast").unwrap_err().to_string();
        assert_eq!(why, "another run is called \"fast\"");
        for wrong in ["fast", "../x", "1", "", "-x", "a b"] {
            assert!(runs.rename("2026-11-24-1", wrong).is_err(), "{wrong}");
        }
        assert_eq!(names(&runs), ["fast", "2026-11-24-1"]);
        assert_eq!(runs.remove("@2").unwrap(), "2026-11-24-1");
        assert_eq!(names(&runs), ["fast"]);
    }

    #[test]
    fn the_oldest_without_a_name_make_room() {
        let (_folder, runs) = runs();
        keep(&runs, "named", 0, 1);
        (0..MOST as u64 + 5).for_each(|n| keep(&runs, &format!("2020-01-01-{n}"), n + 1, 1));
        runs.begin().unwrap();
        let left = names(&runs);
        assert_eq!(left.len(), MOST + 1, "the newest, and the one with a name");
        assert!(left.contains(&"named".to_owned()) && left.contains(&"2020-01-01-204".to_owned()));
        assert!(!left.contains(&"2020-01-01-5".to_owned()), "{left:?}");
        // Sparse: it takes no room here.
        keep(&runs, "2020-01-01-0", 400, MOST_BYTES);
        runs.begin().unwrap();
        assert!(names(&runs).len() <= 4, "{:?}", names(&runs));
    }

    #[test]
    fn as_many_bytes_as_may_be_kept_are_kept() {
        let (_folder, runs) = runs();
        keep(&runs, "2020-01-01-1", 1, MOST_BYTES);
        runs.begin().unwrap();
        assert_eq!(names(&runs).len(), 2);
    }

    #[test]
    fn only_results_are_runs() {
        let (_folder, runs) = runs();
        keep(&runs, "fast", 1, 1);
        fs::write(runs.folder.join("notes.txt"), "").unwrap();
        fs::create_dir(runs.path("folder")).unwrap();
        assert_eq!(names(&runs), ["fast"]);
    }

    #[test]
    fn what_a_killed_process_left_goes_after_a_day() {
        let (_folder, runs) = runs();
        fs::create_dir_all(&runs.folder).unwrap();
        let begun = |name: &str, age: Duration| {
            let file = fs::File::create(runs.folder.join(name)).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
        };
        begun(".hyperbench-old.tmp", STALE * 2);
        begun(".hyperbench-new.tmp", STALE / 2);
        begun(".hyperbench-notes", STALE * 2);
        begun("notes.tmp", STALE * 2);
        runs.make_room();
        let left = fs::read_dir(&runs.folder).unwrap();
        let mut left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".hyperbench-new.tmp", ".hyperbench-notes", "notes.tmp"]);
    }

    #[test]
    fn where_nothing_can_be_written_no_run_begins() {
        let why = Runs::at("/proc/self".into()).begin().unwrap_err().to_string();
        assert!(why.starts_with("cannot write /proc/self"), "{why}");
    }

    #[test]
    fn runs_are_in_the_user_s_folder_and_a_number_is_one_whether_it_is_there_or_not() {
        assert!(Runs::open().unwrap().folder.ends_with("hyperbench/runs"));
        assert!(Runs::is_run("@") && Runs::is_run("@999999"));
        assert!(!Runs::is_run("../no such file.json"));
    }
}
