//! Helpers of tests, in this crate and above: seeded data with a known truth.

use super::sorted::Sorted;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use statrs::distribution::{ContinuousCDF, Normal};

/// A sample from literal values.
pub fn sorted(values: &[f64]) -> Sorted {
    Sorted::new(values.to_vec()).expect("finite test data")
}

/// Asserts that `got` is within `tolerance` of `want`.
pub fn close(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "{got} is not {want} ± {tolerance}");
}

/// Smallest share of `repetitions` in which a method of probability `p` may succeed by chance:
/// three binomial standard deviations below `p`.
pub fn least_share(p: f64, repetitions: usize) -> f64 {
    p - 3.0 * (p * (1.0 - p) / repetitions as f64).sqrt()
}

/// Seeded random numbers.
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Uniform in the open interval (0, 1).
    pub fn uniform(&mut self) -> f64 {
        (f64::from(self.0.random_range(0..u32::MAX)) + 0.5) / f64::from(u32::MAX)
    }

    /// Standard normal.
    pub fn normal(&mut self) -> f64 {
        Normal::standard().inverse_cdf(self.uniform())
    }
}

/// A shape of timing data: name, median, and a draw from it.
pub type Shape = (&'static str, f64, fn(&mut Rng) -> f64);

/// Shapes for coverage tests.
pub const SHAPES: [Shape; 4] = [
    ("normal", 100.0, |r| 100.0 + 5.0 * r.normal()),
    ("exponential", std::f64::consts::LN_2, |r| -r.uniform().ln()),
    ("bimodal", 100.0, |r| {
        // Two modes and a thin bridge between them, symmetric about 100.
        match r.uniform() {
            u if u < 0.45 => 90.0 + r.normal(),
            u if u < 0.90 => 110.0 + r.normal(),
            _ => 90.0 + 20.0 * r.uniform(),
        }
    }),
    ("heavy tail", 2.0, |r| 1.0 / r.uniform()), // Pareto with index 1: no mean at all
];
