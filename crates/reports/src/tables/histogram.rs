//! Histograms of latencies as text.

use std::fmt::Write;

use crate::digits::grouped;
use results::{Document, Latency};
use stats::histogram::Bucket;

/// Characters of the longest bar.
const WIDTH: u64 = 50;

/// A histogram for every benchmark and platform that has latencies.
pub(crate) fn render(document: &Document) -> String {
    let mut text = String::new();
    for run in &document.platforms {
        for summary in &run.benchmarks {
            if let Some(latency) = &summary.latency {
                let title = format!("{}, {}", summary.name, run.label);
                let columns = format!("{:>15}  {:>11}", format!("{} from", run.unit), "operations");
                let _ = write!(text, "\n {title}\n {columns}\n{}", bars(latency));
            }
        }
    }
    text
}

/// A bar for every power of two between the shortest and the longest, its length in proportion
/// to the number of operations; one cell at least where there are any.
fn bars(latency: &Latency) -> String {
    let octave = |value: u64| value.max(1).ilog2();
    // A guest may say that the longest was shorter than the shortest.
    let (first, last) = (octave(latency.min), octave(latency.max.max(latency.min)));
    let mut counts = vec![0u64; (last - first + 1) as usize];
    for &(index, count) in &latency.buckets {
        let low = Bucket::at(index).map_or(0, |bucket| bucket.low);
        let at = octave(low).clamp(first, last) - first;
        let sum = &mut counts[at as usize];
        *sum = sum.saturating_add(count);
    }
    let most = counts.iter().copied().max().unwrap_or_default().max(1);
    let mut text = String::new();
    for (octave, count) in (first..).zip(counts) {
        let from = if octave == 0 { 0 } else { 1u64 << octave };
        let length = (count.saturating_mul(WIDTH) / most).max(u64::from(count > 0));
        let bar = "█".repeat(usize::try_from(length).unwrap_or_default());
        let (from, count) = (grouped(&from.to_string()), grouped(&count.to_string()));
        let line = format!(" {from:>15}  {count:>11}  {bar}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictory_ends_are_no_trouble() {
        let mut latency = Latency::announced(2, [40, 5], 0);
        assert!(latency.extend(&[(5, 1), (40, u64::MAX)]));
        assert_eq!(bars(&latency).lines().count(), 1);
    }

    #[test]
    fn every_power_of_two_has_a_bar_and_rare_ones_are_not_lost() {
        let mut latency = Latency::announced(1001, [5, 40], 0);
        assert!(latency.extend(&[(5, 500), (9, 500), (40, 1)]));
        let text = bars(&latency);
        let lengths: Vec<_> = text.lines().map(|line| line.matches('█').count()).collect();
        assert_eq!(lengths, [50, 50, 0, 1]);
        let starts: Vec<_> = text.lines().map(|l| l.split_whitespace().next().unwrap()).collect();
        assert_eq!(starts, ["4", "8", "16", "32"]);
    }
}
