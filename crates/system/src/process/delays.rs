//! How long threads were ready to run while others had the processors, by Linux' `/proc/PID/task/TID/schedstat`
//! (Documentation/scheduler/sched-stats.rst).

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// Of each thread of some processes, how long it has waited for a processor since it was started. Threads whose
/// kernel does not tell are left out.
#[derive(Debug, Default)]
pub struct Delays(BTreeMap<u32, Duration>);

impl Delays {
    /// As it is now.
    pub fn of(processes: &[u32]) -> Self {
        Self(processes.iter().flat_map(|process| threads(*process)).collect())
    }

    /// How long the thread that has waited longest since `earlier` has: none for one that is not in both.
    pub fn since(&self, earlier: &Self) -> Duration {
        let growths = self.0.iter().filter_map(|(thread, now)| {
            earlier.0.get(thread).map(|before| now.saturating_sub(*before))
        });
        growths.max().unwrap_or_default()
    }
}

fn threads(process: u32) -> Vec<(u32, Duration)> {
    let entries = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let delay = |entry: fs::DirEntry| {
        let number = entry.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(entry.path().join("schedstat")).ok()?;
        Some((number, parse(&text)?))
    };
    entries.filter_map(delay).collect()
}

/// Nanoseconds on a processor, those of waiting for one, and how often it had one.
fn parse(text: &str) -> Option<Duration> {
    text.split_ascii_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Instant;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    use super::*;

    #[test]
    fn the_second_of_three_numbers_is_the_wait() {
        assert_eq!(parse("1000 2500 3\n"), Some(Duration::from_nanos(2500)));
        for text in ["", "1000", "1000 none 3", "0 -1 2"] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_longest_wait_of_a_thread_that_was_there_before_counts() {
        let delays = |list: &[(u32, u64)]| {
            Delays(list.iter().map(|(id, ns)| (*id, Duration::from_nanos(*ns))).collect())
        };
        let earlier = delays(&[(1, 100), (2, 700)]);
        let later = delays(&[(1, 400), (2, 900), (3, 5000)]);
        assert_eq!(later.since(&earlier), Duration::from_nanos(300));
        assert_eq!(later.since(&Delays::default()), Duration::ZERO);
    }

    /// Two threads that never sleep, on one processor: each waits while the other runs.
    #[test]
    fn threads_that_share_a_processor_wait_for_it() {
        let own = [std::process::id()];
        let ends = AtomicBool::new(false);
        let waited = thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let all = sched_getaffinity(None).unwrap();
                    let first = (0..CpuSet::MAX_CPU).find(|cpu| all.is_set(*cpu)).unwrap();
                    let mut one = CpuSet::new();
                    one.set(first);
                    sched_setaffinity(None, &one).unwrap();
                    while !ends.load(Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            let enough = Duration::from_millis(20);
            let begun = Instant::now();
            let mut earlier = Delays::of(&own);
            while earlier.0.len() < 3 && begun.elapsed() < Duration::from_secs(60) {
                earlier = Delays::of(&own);
            }
            let mut waited = Duration::ZERO;
            while waited < enough && begun.elapsed() < Duration::from_secs(60) {
                thread::sleep(Duration::from_millis(5));
                waited = Delays::of(&own).since(&earlier);
            }
            ends.store(true, Ordering::Relaxed);
            waited
        });
        assert!(waited >= Duration::from_millis(20), "{waited:?}");
    }
}
