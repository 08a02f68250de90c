//! Shares as people write them.

/// Reads a percentage above 0, such as `1`, `0.5` or `2%`, as parts per million.
///
/// # Errors
/// When it is no number, not above 0.0001 (one part per million), or above 100.
pub(super) fn ppm(text: &str) -> Result<u32, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim_end();
    let percent: f64 = number.parse().map_err(|_| "a percentage such as 1 or 0.5 is expected")?;
    if !(0.0001..=100.0).contains(&percent) {
        return Err("a percentage from 0.0001 to 100 is expected".to_owned());
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in range")]
    let ppm = (percent * 10_000.0).round() as u32;
    Ok(ppm)
}

#[cfg(test)]
mod tests {
    use super::ppm;

    #[test]
    fn percentages_are_read_with_and_without_their_sign() {
        assert_eq!(ppm("1"), Ok(10_000));
        assert_eq!(ppm("0.5 %"), Ok(5_000));
        assert_eq!(ppm("100%"), Ok(1_000_000));
        assert_eq!(ppm("0.0001"), Ok(1));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "%", "0", "-1", "101", "NaN", "inf", "1e9", "one", "1%%"] {
            assert!(ppm(text).is_err(), "{text}");
        }
    }
}
