//! A Linux in Bochs, and what it says at its end.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::configuration::LOG;
use monitors::{Guest, Heard, Parting};

/// What comes before the reason for which Bochs ends.
const PANIC: &str = ">>PANIC<<";

/// The reason that is the way in which Linux restarts a machine.
const RESTART: &str = "3rd";

/// It, with the folder in which Bochs writes its log.
pub(super) struct LinuxInBochs {
    guest: Box<dyn Guest>,
    log: PathBuf,
}

impl LinuxInBochs {
    pub(super) fn new(guest: Box<dyn Guest>, folder: &Path) -> Self {
        Self { guest, log: folder.join(LOG) }
    }
}

impl Guest for LinuxInBochs {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        self.guest.read(buffer, patience)
    }

    /// What Linux has said on its console, and why Bochs has ended.
    fn end(&mut self) -> Parting {
        let mut parting = self.guest.end();
        parting.messages.retain(|line| !is_in_passing(line));
        let log = system::input::read_text(&self.log).unwrap_or_default();
        parting.messages.extend(log.lines().filter_map(cause));
        parting
    }

    fn command(&self) -> &[String] {
        self.guest.command()
    }

    fn started(&self) -> Option<Instant> {
        self.guest.started()
    }
}

/// What Bochs says at every start, and around the reason for which it ends.
const FRAME: [&str; 3] = ["Bochs connected to screen", "====", "Bochs is exiting with"];

/// Whether a `line` of Bochs' explains nothing: it is of the frame, or says what Bochs does, as at every start: its
/// time of eleven digits, and an i.
fn is_in_passing(line: &str) -> bool {
    let is_told = line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with("i[");
    is_told || FRAME.iter().any(|begin| line.starts_with(begin))
}

/// The reason in a line of the log, unless Linux has restarted.
fn cause(line: &str) -> Option<String> {
    let (_, reason) = line.split_once(PANIC)?;
    (!reason.contains(RESTART)).then(|| format!("Bochs: {}", reason.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_at_every_start_explains_no_end() {
        assert!(is_in_passing("00000000000i[      ] BXSHARE is set to '/root'"));
        assert!(is_in_passing("Bochs connected to screen \"/dev/pts/1\""));
        assert!(is_in_passing("========") && is_in_passing("Bochs is exiting with the following"));
        assert!(!is_in_passing("[IMG   ] Failed to restore image 'disk'"));
        assert!(!is_in_passing("02535014973p[IMG   ] >>PANIC<< Failed to restore image 'disk'"));
    }

    #[test]
    fn a_restart_is_no_reason_to_tell() {
        let line = "00[CPU0  ] >>PANIC<< exception(): 3rd (13) exception with no resolution";
        assert_eq!(cause(line), None);
        let line = "00[HD    ] >>PANIC<< ata0-0: could not open\n";
        assert_eq!(cause(line).unwrap(), "Bochs: ata0-0: could not open");
        assert_eq!(cause("00[HD    ] ok"), None);
    }
}
