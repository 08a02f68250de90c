//! Periods that differences between events propose.

/// Events are compared with so many that follow them.
const NEIGHBOURS: usize = 16;

/// Bins of a factor of two, and of all that 64 bits have.
const PER_OCTAVE: f64 = 16.0;
const BINS: usize = 64 * PER_OCTAVE as usize;

/// A peak is a bin with the next on either side; what lies about it are those from there to here.
const NEAR: usize = 4;
const FAR: usize = 9;

/// A peak has at least so many differences, this share of as many as the period fits into the time, and
/// this many times as many as what lies about it.
const LEAST: f64 = 4.0;
const LEAST_SHARE: f64 = 0.25;
const ABOVE_OTHERS: f64 = 2.0;

/// So many are tried: the highest, for multiples of a period are hardly lower than itself.
const MOST: usize = 16;

/// Periods that may be kept by events at `times`, ascending, in a time of which so much is
/// `free` for them.
pub(super) fn periods(times: &[f64], free: f64) -> Vec<f64> {
    let mut counts = vec![0.0; BINS + 2 * FAR];
    let mut sums = counts.clone();
    for (index, time) in times.iter().enumerate() {
        for later in times.iter().skip(index + 1).take(NEIGHBOURS) {
            let difference = later - time;
            let bin = (difference.max(1.0).log2() * PER_OCTAVE) as usize + FAR;
            counts[bin] += 1.0;
            sums[bin] += difference;
        }
    }
    let sum = |from: usize, to: usize| counts[from..=to].iter().sum::<f64>();
    let mut peaks = Vec::new();
    for bin in (FAR..BINS + FAR).filter(|bin| counts[*bin] > 0.0) {
        let is_highest = counts[bin] >= counts[bin - 1] && counts[bin] > counts[bin + 1];
        let period = sums[bin] / counts[bin];
        let (peak, share) = (sum(bin - 1, bin + 1), sum(bin - 1, bin + 1) * period / free);
        let around = sum(bin - FAR, bin - NEAR) + sum(bin + NEAR, bin + FAR);
        let usual = around * 3.0 / (2 * (FAR - NEAR + 1)) as f64;
        if is_highest && peak >= LEAST && share >= LEAST_SHARE && peak >= ABOVE_OTHERS * usual {
            peaks.push((peak, period));
        }
    }
    peaks.sort_by(|a, b| b.0.total_cmp(&a.0));
    peaks.truncate(MOST);
    let mut periods: Vec<f64> = peaks.into_iter().map(|(_, period)| period).collect();
    periods.sort_by(f64::total_cmp);
    periods.retain(|period| *period >= 1.0);
    periods
}
