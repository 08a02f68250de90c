//! A guest of the lab.

use std::io;
use std::time::{Duration, Instant};

use monitors::counting::Tallies;
use monitors::{Guest, Heard, Parting};

use super::image::Image;
use super::worlds::Log;
use super::xen;
use debian::Temporary;

/// Begins the line with KVM's statistics on the outer Linux's console (`inside/kvm/statistics.sh`).
const STATISTICS: &str = "statistics ";

/// What is said first of a guest that says nothing because of its image.
const DAMAGED: &str = "the lab's image is damaged: make it again by `hyperbench lab build`";

/// What Linux says at every end.
const ROUTINE: &str = "reboot: Restarting system";

/// Begins what Linux says of its own end; a console may go on for longer than is kept of it.
const PANIC: &str = "Kernel panic";

/// How long an outer machine that switches itself off is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// A guest with the files that it is made of.
pub(super) struct LabGuest {
    pub(super) guest: Box<dyn Guest>,
    /// Whether its Linux waited in a state that was kept.
    pub(super) is_resumed: bool,
    /// The image that it came from, until something is heard of it.
    pub(super) unheard: Option<Image>,
    /// What is counted in its windows.
    pub(super) log: Option<Log>,
    /// Whether KVM's own statistics are asked for.
    pub(super) statistics: bool,
    /// What is to be noted of it.
    pub(super) notes: Vec<String>,
    /// They are removed after it.
    pub(super) _files: Temporary,
}

impl Guest for LabGuest {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        let heard = self.guest.read(buffer, patience);
        if matches!(heard, Ok(Heard::Bytes(_))) {
            self.unheard = None;
        }
        heard
    }

    fn end(&mut self) -> Parting {
        if self.statistics {
            self.wait();
        }
        let mut parting = self.guest.end();
        if self.unheard.is_none() {
            // The guest's own last words explain more.
            parting.messages.retain(|line| !is_routine(line));
        }
        if self.unheard.take().is_some_and(|image| !image.check_all()) {
            parting.messages.insert(0, DAMAGED.to_owned());
        }
        if self.statistics {
            let told = parting.messages.iter().find_map(|line| line.strip_prefix(STATISTICS));
            let counted = self.log.as_ref().and_then(Log::all);
            let [told, counted] = [told.map(str::to_owned), counted]
                .map(|counts| counts.unwrap_or_else(|| "nothing".to_owned()));
            self.notes.push(format!("from start to end KVM says {told}; counted: {counted}"));
        }
        parting
    }

    fn command(&self) -> &[String] {
        self.guest.command()
    }

    fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    fn started(&self) -> Option<Instant> {
        self.guest.started()
    }

    fn tallies(&self) -> Option<&dyn Tallies> {
        self.log.as_ref().map(|log| log as &dyn Tallies)
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}

fn is_routine(line: &str) -> bool {
    (line.contains(ROUTINE) || xen::is_routine(line)) && !line.contains(PANIC)
}

impl LabGuest {
    /// Waits until the outer machine is off: what the plugin has counted in all is known then.
    fn wait(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        let mut ignored = [0; 4096];
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            if !matches!(self.guest.read(&mut ignored, left), Ok(Heard::Bytes(_) | Heard::Nothing))
            {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_logged_of_every_guest_explains_no_end() {
        for line in ["(XEN) HVM d1 save: PIC", "(d1)  </TASK>", "[ 9.2] reboot: Restarting system"]
        {
            assert!(is_routine(line), "{line}");
        }
        let panic =
            "(d1) [    0.213147] Kernel panic - not syncing: System is deadlocked on memory";
        for line in [panic, "A neighbour ended before the guest did.", "no image (deleted)"] {
            assert!(!is_routine(line), "{line}");
        }
    }
}
