//! A guest in one of two QEMUs.

use std::io;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::mover::{Failure, Mover, Outcome};
use super::report::nanoseconds;
use crate::qemu::move_keys::Way;
use crate::qemu::process::QemuGuest;
use crate::{Guest, Heard, Parting, Whereabouts};
use results::{Migration, Placement};

/// Why a guest is not in the second QEMU.
struct Stay {
    why: String,
    next: String,
    /// A QEMU refused, which may have said why.
    is_refusal: bool,
}

/// A guest in the first of two QEMUs until its console goes on in the second.
pub(in crate::qemu) struct MovingGuest {
    first: QemuGuest,
    second: QemuGuest,
    mover: Mover,
    way: Way,
    whereabouts: Whereabouts,
    /// The second QEMU has ended, or closed its console.
    is_second_gone: bool,
    is_first_ended: bool,
    began: Option<Instant>,
    outcome: Option<Outcome>,
    last_word: Option<Instant>,
    first_word: Option<Instant>,
    migration: Option<Migration>,
    notes: Vec<String>,
}

impl MovingGuest {
    /// The guest of `first`, which the `mover` will move to `second` by a `way`.
    pub(in crate::qemu) fn new(
        first: QemuGuest,
        second: QemuGuest,
        mover: Mover,
        way: Way,
    ) -> Self {
        Self {
            first,
            second,
            mover,
            way,
            whereabouts: Whereabouts::First,
            is_second_gone: false,
            is_first_ended: false,
            began: None,
            outcome: None,
            last_word: None,
            first_word: None,
            migration: None,
            notes: Vec::new(),
        }
    }

    /// Takes note of how far the mover is.
    fn follow(&mut self) {
        self.began = self.began.or_else(|| self.mover.began());
        self.outcome = self.outcome.take().or_else(|| self.mover.outcome());
        if self.began.is_some() && self.whereabouts == Whereabouts::First {
            self.whereabouts = Whereabouts::Between;
        }
        if self.outcome.is_some() && self.whereabouts == Whereabouts::Second && !self.is_first_ended
        {
            self.is_first_ended = true;
            self.first.end();
        }
    }

    /// Whether the first QEMU has given the guest away.
    fn is_handed_over(&self) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| outcome.told.is_ok())
    }

    /// Reads from whichever of the two the guest talks in. The second says nothing before the first is
    /// silent for good, so what waits of the first comes before it, whenever it is read.
    fn read_either(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        let speaks = self.wait(patience)?;
        match self.first.read(buffer, Duration::ZERO)? {
            Heard::Nothing => {}
            Heard::Closed if !self.is_handed_over() => return Ok(Heard::Closed),
            Heard::Closed => return self.arrive(buffer, patience),
            heard @ Heard::Bytes(_) => {
                self.last_word = Some(Instant::now());
                return Ok(heard);
            }
        }
        match speaks {
            true => self.arrive(buffer, Duration::ZERO),
            // One that took the guest and ended has taken it along.
            false if self.is_second_gone && self.is_handed_over() => Ok(Heard::Closed),
            false => Ok(Heard::Nothing),
        }
    }

    /// Reads from the second; with its first word the guest is there.
    fn arrive(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        let heard = self.second.read(buffer, patience)?;
        match heard {
            Heard::Nothing => {}
            Heard::Closed => {
                self.is_second_gone = true;
                return Ok(if self.is_handed_over() { Heard::Closed } else { Heard::Nothing });
            }
            Heard::Bytes(_) => {
                self.first_word = Some(Instant::now());
                self.whereabouts = Whereabouts::Second;
            }
        }
        Ok(heard)
    }

    /// Waits until one of both has something to say; says whether it is the second, too.
    fn wait(&self, patience: Duration) -> io::Result<bool> {
        let mut fds = vec![PollFd::from_borrowed_fd(self.first.console(), PollFlags::IN)];
        if !self.is_second_gone {
            fds.push(PollFd::from_borrowed_fd(self.second.console(), PollFlags::IN));
        }
        let timeout = Timespec::try_from(patience).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) => Ok(fds.get(1).is_some_and(|second| !second.revents().is_empty())),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Sums up what has become of the move, where both QEMUs have ended.
    fn conclude(&mut self, second: &Parting) {
        self.follow();
        let stay = self.stay().map(|stay| {
            let said = second.messages.last().filter(|_| stay.is_refusal);
            let said = said.map(|it| format!(": {it}")).unwrap_or_default();
            Stay { why: stay.why + &said, ..stay }
        });
        let note =
            |Stay { why, next, .. }: &Stay| format!("the guest was not moved: {why}; next: {next}");
        self.notes.extend(stay.iter().map(note));
        let Some(began) = self.began else { return };
        let since = self.first.started().unwrap_or(began);
        let at = |moment: Instant| nanoseconds(moment.saturating_duration_since(since));
        let is_there = self.whereabouts == Whereabouts::Second;
        let outcome = self.outcome.as_ref();
        self.migration = Some(Migration {
            began_ns: at(began),
            ended_ns: outcome.map(|outcome| at(outcome.ended)),
            last_word_ns: self.last_word.filter(|_| is_there).map(at),
            first_word_ns: self.first_word.map(at),
            stopped_ns: outcome.and_then(|outcome| outcome.stopped).map(nanoseconds),
            told: outcome.and_then(|outcome| outcome.told.clone().ok()),
            saved: outcome.and_then(|outcome| outcome.saved.clone()),
            failure: stay.map(|stay| stay.why),
            ..Migration::default()
        });
    }

    /// Why the guest is not in the second QEMU, and what to do about it.
    fn stay(&self) -> Option<Stay> {
        if self.whereabouts == Whereabouts::Second {
            return None;
        }
        let key = self.way.key();
        let early = |why: String| Stay {
            why,
            next: format!("a smaller {key}= or working-set=, or more --batches"),
            is_refusal: false,
        };
        let refused = |why: String| Stay {
            why,
            next: format!("leave {key}= out, or try QEMU's -incoming with the same arguments"),
            is_refusal: true,
        };
        Some(match self.outcome.as_ref().map(|outcome| &outcome.told) {
            None if self.began.is_none() => {
                early(format!("it ended before {key}= seconds were over"))
            }
            None | Some(Err(Failure::Ended)) => early("it ended on the way".to_owned()),
            Some(Err(Failure::Refused(why))) => refused(format!("QEMU refused: {why}")),
            Some(Ok(_)) => refused("the second QEMU took it and ended".to_owned()),
        })
    }
}

impl Guest for MovingGuest {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        self.follow();
        match self.whereabouts {
            Whereabouts::Second => self.second.read(buffer, patience),
            Whereabouts::First | Whereabouts::Between => self.read_either(buffer, patience),
        }
    }

    fn end(&mut self) -> Parting {
        let first = self.first.end();
        let second = self.second.end();
        self.mover.dismiss();
        self.conclude(&second);
        // Where the first has given it away, the second had it.
        if self.whereabouts == Whereabouts::Second || self.is_handed_over() {
            second
        } else {
            first
        }
    }

    fn command(&self) -> &[String] {
        self.first.command()
    }

    fn processes(&self) -> Vec<u32> {
        [self.first.processes(), self.second.processes()].concat()
    }

    fn started(&self) -> Option<Instant> {
        self.first.started()
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn placement(&self) -> Option<&Placement> {
        self.first.placement()
    }

    fn benchmark_begins(&mut self) {
        self.mover.start();
    }

    fn whereabouts(&self) -> Whereabouts {
        self.whereabouts
    }

    fn migration(&self) -> Option<&Migration> {
        self.migration.as_ref()
    }
}

#[cfg(test)]
#[path = "guest_tests.rs"]
mod tests;
