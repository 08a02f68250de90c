//! `perf bench` in its default format: a heading for each benchmark, then how long an operation takes,
//! or of memory how much a second. Benchmarks that count otherwise say of no operation what it takes.

use super::{Amount, Log};

pub(super) fn read(text: &str, log: &mut Log) {
    let (mut name, mut function, mut bytes) = (String::new(), "", None);
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["#", "Running", what, ..] => {
                name = what.trim_matches('\'').replace('/', " ");
                (function, bytes) = ("", None);
            }
            ["#", "function", what, ..] => function = what.trim_matches('\''),
            ["#", "Copying", size, "bytes", ..] => bytes = amount(size),
            // Where there was no heading there is no name, and nothing is taken.
            [time, "usecs/op"] => {
                if let Ok(us) = time.parse::<f64>() {
                    log.take(&*name, Amount::Time(us * 1e3));
                }
            }
            [rate, unit] => {
                let rate =
                    unit.strip_suffix("/sec").and_then(|unit| amount(&format!("{rate}{unit}")));
                if let (Some(bytes), Some(rate)) = (bytes, rate) {
                    log.take(format!("{name} {function}"), Amount::Time(bytes / rate * 1e9));
                }
            }
            _ => {}
        }
    }
}

/// Bytes of such as `1MB`; a kilobyte has 1,024 of them there.
fn amount(text: &str) -> Option<f64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "B" => 1.0,
        "KB" => 1024.0,
        "MB" => 1024.0 * 1024.0,
        "GB" => 1024.0 * 1024.0 * 1024.0,
        _ => return None,
    };
    Some(digits.parse::<f64>().ok()? * unit)
}
