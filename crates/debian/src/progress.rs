//! How far a download is.

use std::cell::Cell;

/// A line is told each time that so many parts of all are there, unless all is less than so many bytes.
const PARTS: u64 = 5;
const LITTLE: u64 = 8 << 20;

/// Counts the bytes that have come.
pub(crate) struct Progress<'a> {
    total: u64,
    have: Cell<u64>,
    say: &'a dyn Fn(&str),
}

impl<'a> Progress<'a> {
    /// None of `total` bytes yet; `say` is told from time to time.
    pub(crate) fn of(total: u64, say: &'a dyn Fn(&str)) -> Self {
        Self { total, have: Cell::new(0), say }
    }

    /// More bytes have come.
    pub(crate) fn add(&self, bytes: u64) {
        let (before, now) = (self.have.get(), self.have.get() + bytes);
        self.have.set(now);
        let part = |bytes: u64| bytes * PARTS / self.total.max(1);
        if self.total >= LITTLE && part(now) > part(before) && now < self.total {
            (self.say)(&format!("{} of {} MB are here", now >> 20, self.total >> 20));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_line_is_told_for_each_part() {
        let said = RefCell::new(Vec::new());
        let say = |line: &str| said.borrow_mut().push(line.to_owned());
        let progress = Progress::of(10 << 20, &say);
        for _ in 0..20 {
            progress.add(1 << 19);
        }
        let lines = [2, 4, 6, 8].map(|megabytes| format!("{megabytes} of 10 MB are here"));
        assert_eq!(said.take(), lines);
        Progress::of(5, &say).add(4);
        assert!(said.take().is_empty());
    }
}
