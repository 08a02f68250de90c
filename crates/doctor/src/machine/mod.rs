//! The machine that the tool runs on, as its kernel describes it in `/proc` and `/sys`.
//!
//! Everything is read below a root folder, so that a recorded tree stands in for a machine
//! in tests. Whatever is missing, unreadable or nonsense is `None`: no kernel has every
//! file, and a container may hide or fake any of them.

mod activity;
mod boot;
mod cpu_list;
mod cpus;
mod environment;
mod frequency;
mod hosting;
mod memory;
mod modules;
mod pace;
mod processor;
#[doc(hidden)]
pub mod recorded;

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ground::clean;

pub use activity::{Activity, CpuTime, Window};
pub use cpu_list::CpuList;
pub use cpus::CpuQuota;
pub use frequency::Turbo;
pub use hosting::Hosting;
pub use pace::Pace;

/// The longest file that is read: `/proc/cpuinfo` of a machine with thousands of CPUs.
const LONGEST: u64 = 16 << 20;

/// The longest line that is kept of a file that should hold a short one.
const LONGEST_LINE: usize = 256;

/// A machine.
#[derive(Debug, Clone)]
pub struct Machine {
    root: PathBuf,
}

impl Machine {
    /// The one that this process runs on.
    pub fn here() -> Self {
        Self::at("/")
    }

    /// The one whose files are kept below `root`.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Where the file that the machine calls `path` is to be found.
    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// Whether there is such a file or folder.
    pub fn has(&self, path: &str) -> bool {
        self.path(path).exists()
    }

    /// The file's text, fit for a terminal.
    pub fn text(&self, path: &str) -> Option<String> {
        let mut bytes = Vec::new();
        File::open(self.path(path)).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
        Some(clean(&bytes))
    }

    /// The file's first line, unless it is empty.
    pub fn line(&self, path: &str) -> Option<String> {
        let text = self.text(path)?;
        let line: String = text.lines().next()?.trim().chars().take(LONGEST_LINE).collect();
        (!line.is_empty()).then_some(line)
    }

    /// The number that the file holds.
    pub fn number<T: FromStr>(&self, path: &str) -> Option<T> {
        self.line(path)?.parse().ok()
    }

    /// The switch that the file holds, in any of the kernel's spellings.
    pub fn switch(&self, path: &str) -> Option<bool> {
        match self.line(path)?.as_str() {
            "1" | "Y" | "y" | "on" => Some(true),
            "0" | "N" | "n" | "off" => Some(false),
            _ => None,
        }
    }

    /// The choice marked in a file that lists all of them, as in `always [madvise] never`.
    pub fn choice(&self, path: &str) -> Option<String> {
        let line = self.line(path)?;
        let (_, rest) = line.split_once('[')?;
        Some(rest.split_once(']')?.0.to_owned())
    }

    /// The names in a folder, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten().flatten();
        let mut names: Vec<_> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    /// Where the program called `name` is, if it is installed.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        if self.root == Path::new("/") {
            return which::which(name).ok();
        }
        which::which_in(name, Some(self.path("/usr/bin")), "/").ok()
    }

    /// The architecture, by the kernel's name for it.
    pub fn arch(&self) -> String {
        self.line("/proc/sys/kernel/arch").unwrap_or_else(|| std::env::consts::ARCH.to_owned())
    }
}

/// The value of the first line `key <separator> value`.
fn value<'a>(text: &'a str, key: &str, separator: char) -> Option<&'a str> {
    let mut pairs = text.lines().filter_map(|line| line.split_once(separator));
    pairs.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim())
}

#[cfg(test)]
mod tests {
    use super::recorded::Recorded;
    use super::*;

    fn with(path: &str, content: &[u8]) -> Recorded {
        let recorded = Recorded::empty();
        recorded.write(path, content);
        recorded
    }

    #[test]
    fn what_is_missing_or_a_folder_is_nothing() {
        let recorded = with("sys/a/b", b"");
        for path in ["/sys/none", "/sys/a", "/sys/a/b", "/sys/a/b/c"] {
            assert_eq!(recorded.machine.line(path), None, "{path}");
            assert_eq!(recorded.machine.switch(path), None, "{path}");
        }
        assert!(recorded.machine.names("/sys/none").is_empty());
        assert_eq!(recorded.machine.names("/sys/a"), ["b"]);
    }

    #[test]
    fn hostile_text_does_not_reach_the_terminal() {
        let recorded = with("f", b"\x1b[2J\xff\x07evil\nsecond");
        let line = recorded.machine.line("/f").unwrap();
        assert!(line.ends_with("evil") && !line.chars().any(char::is_control), "{line:?}");
        let recorded = with("f", &vec![b'x'; 100_000]);
        assert_eq!(recorded.machine.line("/f").unwrap().len(), LONGEST_LINE);
    }

    #[test]
    fn switches_and_choices_are_the_kernels() {
        for (text, switch) in [("1\n", Some(true)), ("N\n", Some(false)), ("2\n", None)] {
            let recorded = with("f", text.as_bytes());
            assert_eq!(recorded.machine.switch("/f"), switch, "{text}");
        }
        let recorded = with("f", b"always [madvise] never\n");
        assert_eq!(recorded.machine.choice("/f").unwrap(), "madvise");
        assert_eq!(with("f", b"][\n").machine.choice("/f"), None);
    }
}
