//! kvm-unit-tests' micro-bench: a table of names, total and average nanoseconds, below the rate of
//! the counter that they were read from.

use super::{Amount, Log};

pub(super) fn read(text: &str, log: &mut Log) {
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["Timer", "Frequency", hz, "Hz", ..] => log.hz = hz.parse().ok().or(log.hz),
            [name, "test", "skipped"] => log.take(name, Amount::Skipped),
            [name, total, average] => {
                if let (Some(_), Some(ns)) = (nanoseconds(total), nanoseconds(average)) {
                    log.take(name, Amount::Time(ns));
                }
            }
            _ => {}
        }
    }
}

/// Always with tenths, unlike other numbers in the log.
fn nanoseconds(word: &str) -> Option<f64> {
    let (whole, tenths) = word.split_once('.')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(whole) && is_number(tenths)).then(|| word.parse().ok())?
}
