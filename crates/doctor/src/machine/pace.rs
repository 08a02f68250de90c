//! How evenly this machine gets work done.

use std::hint::black_box;
use std::time::{Duration, Instant};

use stats::sorted::Sorted;
use stats::undisturbed::QUIET;

/// Words that the work goes over: 16 KiB, as much as a first-level cache holds beside other things.
const WORDS: usize = 2048;

/// How fast the machine was for a while, by a piece of work of some microseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// The median piece's time by the fastest one's: 1 is full speed, 2 half.
    pub slowness: f64,
    /// Share of the pieces that took little more than the fastest.
    pub quiet: f64,
}

impl Pace {
    /// Keeps a CPU busy for `time`, piece by piece; `None` where there was time for none.
    pub fn watch(time: Duration) -> Option<Self> {
        let mut words = vec![0; WORDS];
        let (mut pieces, begun) = (Vec::new(), Instant::now());
        while begun.elapsed() < time {
            let start = Instant::now();
            work(&mut words);
            pieces.push(start.elapsed().as_secs_f64());
        }
        Self::of(pieces)
    }

    /// The pace of pieces that took so long.
    pub fn of(pieces: Vec<f64>) -> Option<Self> {
        let sorted = Sorted::new(pieces)?;
        // The very fastest may be a clock that was read in haste.
        let floor = sorted.quantile(0.01);
        let quiet = sorted.values().partition_point(|piece| *piece <= QUIET * floor);
        (floor > 0.0).then(|| Self {
            slowness: sorted.median() / floor,
            quiet: quiet as f64 / sorted.count() as f64,
        })
    }
}

/// Loads, stores and branches that nobody can predict, as the kernel's reference does them: what a
/// neighbour on the same core competes for.
fn work(words: &mut [u64]) {
    let (mut sum, mut random) = (0_u64, 1_u64);
    for turn in 0..WORDS as u64 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let [.., low, high] = random.to_le_bytes();
        let place = usize::from(u16::from_le_bytes([low, high])) % WORDS;
        let word = &mut words[place];
        sum = if black_box(random) >> 63 == 1 { sum.wrapping_add(*word) } else { sum ^ turn };
        *word = sum;
    }
    black_box(sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_is_disturbed_a_third_of_the_time() {
        let pieces = (0..300).map(|i| if i % 3 == 0 { 16e-6 } else { 10e-6 }).collect();
        let pace = Pace::of(pieces).unwrap();
        assert!((pace.slowness - 1.0).abs() < 1e-9 && (pace.quiet - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(Pace::of(Vec::new()), None);
        assert_eq!(Pace::of(vec![0.0; 5]), None);
    }

    #[test]
    fn a_moment_is_enough_to_see_one() {
        let pace = Pace::watch(Duration::from_millis(5)).unwrap();
        assert!(pace.slowness >= 1.0 && (0.0..=1.0).contains(&pace.quiet), "{pace:?}");
        assert_eq!(Pace::watch(Duration::ZERO), None);
    }
}
