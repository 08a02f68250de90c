//! Sets of CPUs as the kernel writes them, such as `0-3,8`.

use std::str::FromStr;

/// A set of CPUs: its ranges, in the order given. No range is expanded, so that a nonsense
/// list such as `0-4294967295` costs nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CpuList {
    ranges: Vec<(u32, u32)>,
}

impl CpuList {
    /// How many CPUs it holds.
    pub fn len(&self) -> u64 {
        self.ranges.iter().map(|(first, last)| u64::from(last - first) + 1).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// How many CPUs of `self` are in `other` as well.
    pub fn common(&self, other: &Self) -> u64 {
        let overlap = |a: &(u32, u32), b: &(u32, u32)| {
            let (first, last) = (a.0.max(b.0), a.1.min(b.1));
            if first > last { 0 } else { u64::from(last - first) + 1 }
        };
        self.ranges.iter().flat_map(|a| other.ranges.iter().map(move |b| overlap(a, b))).sum()
    }
}

impl FromStr for CpuList {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let parts = text.trim().split(',').filter(|part| !part.is_empty());
        let ranges = parts.map(|part| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let range = (first.trim().parse().ok()?, last.trim().parse().ok()?);
            (range.0 <= range.1).then_some(range)
        });
        ranges.collect::<Option<_>>().map(|ranges| Self { ranges }).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> CpuList {
        text.parse().unwrap()
    }

    #[test]
    fn the_kernels_lists_are_read() {
        assert_eq!(list("0-3,8\n").len(), 5);
        assert_eq!(list("").len(), 0);
        assert_eq!(list("0-4294967295").len(), 1 << 32);
        assert_eq!(list("0-3,8").common(&list("2-9")), 3);
        for text in ["a", "3-1", "-1", "0-", "(null)"] {
            assert!(text.parse::<CpuList>().is_err(), "{text}");
        }
    }
}
