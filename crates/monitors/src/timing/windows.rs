//! The windows that a channel has seen, by number.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use results::channels::Window;

/// Windows kept at most; a benchmark asks for them as soon as its record has arrived.
const KEPT: usize = 4096;

/// Filled by the thread that watches the channel, emptied by the session.
#[derive(Debug, Default)]
pub struct Windows(Mutex<BTreeMap<u64, Window>>);

impl Windows {
    /// Adds window `number`; where there are too many, the oldest one goes.
    pub fn put(&self, number: u64, window: Window) {
        let mut windows = self.lock();
        if windows.len() >= KEPT {
            windows.pop_first();
        }
        windows.insert(number, window);
    }

    /// Forgets all windows.
    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    /// Takes out window `number`; `None` when its marks have not both arrived.
    pub fn take(&self, number: u64) -> Option<Window> {
        self.lock().remove(&number)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Window>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_taken_once_and_old_ones_are_forgotten() {
        let windows = Windows::default();
        let window = |n| Window { started: n, ended: n + 5, unsure: 0, flagged: false };
        for n in 1..=KEPT as u64 + 1 {
            windows.put(n, window(n));
        }
        assert_eq!(windows.take(1), None);
        assert_eq!(windows.take(2).map(|w| w.ticks()), Some(5));
        assert_eq!(windows.take(2), None);
    }
}
