//! A line of a benchmark.

use results::Status;

/// How a benchmark ended.
#[derive(Debug, PartialEq)]
pub(super) enum Ended {
    /// With a figure, in ticks, and where there were enough batches with its interval.
    With { median: f64, interval: Option<(f64, f64)> },
    /// Without one, and why.
    Without(Status, String),
}

/// The line, without its check.
#[derive(Debug, PartialEq)]
pub(super) struct Line(pub String);

impl Line {
    /// The benchmark's name.
    pub(super) fn name(&self) -> &str {
        self.0.split_whitespace().next().unwrap_or_default()
    }

    /// What ended the kernel early, where the line says that.
    pub(super) fn panic(&self) -> Option<&str> {
        self.0.strip_prefix("panic ")
    }

    /// How the benchmark ended; `None` for a line of another kind.
    pub(super) fn ended(&self) -> Option<Ended> {
        let words: Vec<&str> = self.0.split_whitespace().collect();
        match words[..] {
            [_, median, "ticks", ref interval @ ..] => {
                let interval = match interval {
                    [low, "to", high] => Some((number(low)?, number(high)?)),
                    _ => None,
                };
                Some(Ended::With { median: number(median)?, interval })
            }
            [_, status, ref reason @ ..] => {
                let status = Status::reported(status.strip_suffix(':')?)?;
                Some(Ended::Without(status, reason.join(" ")))
            }
            _ => None,
        }
    }
}

/// A cost, which is finite.
fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite())
}
