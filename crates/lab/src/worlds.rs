//! Who executes what on the outer machine: a library inside its emulator (`plugin/`, `bochs/`) counts
//! in every window that the benchmark kernel marks.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use ground::Trouble;
use monitors::counting::Tallies;
use monitors::qemu::Plugin;
use monitors::{GuestConfig, Trace};
use results::Snapshot;
use system::process::MemoryFile;

use super::arch::Emulator;
use super::option_value::quoted;
use debian::failure;

/// QEMU's plugin, built from `plugin/`.
pub(super) static IN_QEMU: Plugin = Plugin::new(include!(concat!(env!("OUT_DIR"), "/qemu.rs")));

/// What is loaded before Bochs' own libraries, built from `bochs/`.
pub(super) const IN_BOCHS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bochs.so"));

/// By which the kernel marks its windows.
pub(super) const KERNEL_OPTION: &str = "timing=marker";

/// Begins a line of the log.
const WINDOW: &str = "window ";

/// Begins the last line.
const ALL: &str = "all ";

/// Who runs while no guest has been entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outermost {
    /// The guest itself, on a machine without a hypervisor.
    Guest,
    /// The hypervisor.
    Hypervisor,
    /// A hypervisor whose guest is a hypervisor, too.
    Hypervisors,
}

/// The library in one outer machine's emulator, and what it has logged.
#[derive(Debug)]
pub(super) struct Log {
    /// That of Bochs; what QEMU takes depends on its version.
    library: Option<MemoryFile>,
    path: PathBuf,
    /// The windows of which every instruction is traced, beside the log.
    traced: Option<RangeInclusive<u64>>,
    known: RefCell<Known>,
}

/// What has been read of the log.
#[derive(Debug, Default)]
struct Known {
    /// Bytes, up to the end of a line.
    bytes: u64,
    windows: BTreeMap<u64, Snapshot>,
}

impl Log {
    /// A log in `folder`, to count alone.
    ///
    /// # Errors
    /// When the system refuses a file.
    pub(super) fn inside(folder: &Path, emulator: Emulator) -> Result<Self, Trouble> {
        let path = folder.join("windows");
        let make = || {
            File::create(&path)?;
            let is_bochs = emulator == Emulator::Bochs;
            is_bochs.then(|| MemoryFile::new(IN_BOCHS)).transpose()
        };
        let library = make().map_err(|error| failure::file(&path, &error))?;
        Ok(Self { library, path, traced: None, known: RefCell::default() })
    }

    /// The log that `config` asks of an `emulator`, in the folder of its trace or else in `folder`.
    ///
    /// # Errors
    /// When the system refuses a file.
    pub(super) fn asked_for(
        config: &GuestConfig,
        folder: &Path,
        emulator: Emulator,
    ) -> Result<Option<Self>, Trouble> {
        match &config.trace {
            Some(Trace { folder, windows }) => {
                Ok(Some(Self { traced: Some(windows.clone()), ..Self::inside(folder, emulator)? }))
            }
            None => config.counting.then(|| Self::inside(folder, emulator)).transpose(),
        }
    }

    /// All exits since the start, once the emulator has ended: `exits=9 exit_io_in=3 …`.
    pub(super) fn all(&self) -> Option<String> {
        let text = system::input::read_text(&self.path).ok()?;
        text.lines().rev().find_map(|line| line.strip_prefix(ALL)).map(str::to_owned)
    }

    /// The arguments for a QEMU that takes the library `plugin`.
    pub(super) fn arguments(&self, plugin: &Path, outermost: Outermost) -> [String; 2] {
        let log = quoted(&self.path);
        let outermost = outermost.name();
        let trace = self.trace().map(|(folder, windows)| {
            let (first, last) = (windows.start(), windows.end());
            format!(",trace={},first={first},last={last}", quoted(folder))
        });
        let trace = trace.unwrap_or_default();
        let plugin = format!("{},log={log},outermost={outermost}{trace}", plugin.display());
        ["-plugin".to_owned(), plugin]
    }

    /// The environment for Bochs.
    pub(super) fn environment(&self, outermost: Outermost) -> Vec<String> {
        let log = self.path.display();
        let mut words: Vec<String> = self.library.iter().map(preloaded).collect();
        words.push(format!("HYPERBENCH_LOG={log}"));
        words.push(format!("HYPERBENCH_OUTERMOST={}", outermost.name()));
        if let Some((folder, windows)) = self.trace() {
            words.push(format!("HYPERBENCH_TRACE={}", folder.display()));
            words.push(format!("HYPERBENCH_FIRST={}", windows.start()));
            words.push(format!("HYPERBENCH_LAST={}", windows.end()));
        }
        words
    }

    /// The folder of the trace, and its windows.
    fn trace(&self) -> Option<(&Path, &RangeInclusive<u64>)> {
        self.path.parent().zip(self.traced.as_ref())
    }
}

/// What has a program load `library` before its own.
pub(super) fn preloaded(library: &MemoryFile) -> String {
    format!("LD_PRELOAD={}", library.path().display())
}

impl Outermost {
    /// As the libraries call it.
    fn name(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Hypervisor => "hypervisor",
            Self::Hypervisors => "hypervisors",
        }
    }
}

impl Tallies for Log {
    fn window(&self, number: u64) -> io::Result<Option<Snapshot>> {
        let mut known = self.known.borrow_mut();
        if !known.windows.contains_key(&number) {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(known.bytes))?;
            let mut text = String::new();
            file.read_to_string(&mut text)?;
            known.take(&text);
        }
        Ok(known.windows.get(&number).cloned())
    }
}

impl Known {
    /// Takes the lines of `text`; the last one may still be written.
    fn take(&mut self, text: &str) {
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        self.bytes += whole.len() as u64;
        self.windows.extend(whole.lines().filter_map(line));
    }
}

/// The number of a window, and what every counter grew by in it.
fn line(line: &str) -> Option<(u64, Snapshot)> {
    let mut words = line.strip_prefix(WINDOW)?.split(' ');
    let number = words.next()?.parse().ok()?;
    let counters = words.map(|word| {
        let (name, count) = word.split_once('=')?;
        Some((name.to_owned(), count.parse().ok()?))
    });
    Some((number, counters.collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn windows_are_found_as_soon_as_their_lines_are_whole() {
        let folder = tempfile::tempdir().unwrap();
        let log = Log::inside(folder.path(), Emulator::Qemu).unwrap();
        let mut file = File::options().append(true).open(&log.path).unwrap();
        let mut write = |text: &str| file.write_all(text.as_bytes()).unwrap();
        let count = |number, name| log.window(number).unwrap()?.get(name).copied();
        write("window 1 guest_user=0 exits=3\nwindow 2 guest_u");
        assert_eq!(count(1, "exits"), Some(3));
        assert_eq!(log.window(2).unwrap(), None);
        write("ser=7\nwindow x a=1\nwindow 4 a\n");
        assert_eq!(count(2, "guest_user"), Some(7));
        assert_eq!(log.window(4).unwrap(), None, "a counter without a count");
        assert_eq!(log.all(), None, "the emulator runs");
        write("all exits=3\n");
        assert_eq!(log.all().as_deref(), Some("exits=3"));
        std::fs::remove_file(&log.path).unwrap();
        assert!(log.window(5).is_err() && count(1, "exits") == Some(3));
    }

    #[test]
    fn emulators_are_told_who_runs_at_the_outside() {
        let folder = tempfile::tempdir().unwrap();
        let log = Log::inside(folder.path(), Emulator::Qemu).unwrap();
        let arguments = |outermost| log.arguments(Path::new("/q.so"), outermost);
        let [_, plugin] = arguments(Outermost::Guest);
        assert!(plugin.starts_with("/q.so,log=/") && plugin.ends_with("windows,outermost=guest"));
        assert!(arguments(Outermost::Hypervisor)[1].ends_with("outermost=hypervisor"));
        let log = Log::inside(folder.path(), Emulator::Bochs).unwrap();
        let words = log.environment(Outermost::Hypervisor);
        let [library, path, outermost] = &words[..] else { panic!("{words:?}") };
        assert!(library.starts_with("LD_PRELOAD=/") && path.ends_with("/windows"));
        assert_eq!(outermost, "HYPERBENCH_OUTERMOST=hypervisor");
    }
}
