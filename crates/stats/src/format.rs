//! A value and its margin, written with the digits that mean something.

use std::fmt;

/// Significant digits of a value that is known exactly.
const DIGITS_WHEN_EXACT: i32 = 6;

/// `value` ± `margin` as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounded {
    /// The value, rounded to the last digit of the margin.
    pub value: String,
    /// The margin in one or two significant digits; `None` for an exact value.
    pub margin: Option<String>,
}

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.margin {
            Some(margin) => write!(f, "{} ± {margin}", self.value),
            None => f.write_str(&self.value),
        }
    }
}

/// Rounds `value` to what its `margin` (not negative) leaves meaningful. Both must be finite.
///
/// The margin keeps two significant digits if its three leading digits are 100 to 354, one if 355
/// to 949, and becomes 1000 with two from 950 on; the value is rounded to the same place. That is
/// the rule of the Particle Data Group (Review of Particle Physics, Introduction, §5.3), by which
/// rounding changes a margin by a quarter at most. A margin of zero leaves the value as it is, in
/// six significant digits without trailing zeros.
pub fn rounded(value: f64, margin: f64) -> Rounded {
    if margin == 0.0 {
        return Rounded { value: exact(value), margin: None };
    }
    let place = last_place(margin);
    Rounded { value: at_place(value, place), margin: Some(at_place(margin, place)) }
}

/// Power of ten of the last meaningful digit of `margin`.
fn last_place(margin: f64) -> i32 {
    let leading = leading_place(margin);
    let three_digits = (margin / 10f64.powi(leading - 2)).round();
    if three_digits < 355.0 { leading - 1 } else { leading }
}

/// Power of ten of the first digit of `x`, which is not zero.
fn leading_place(x: f64) -> i32 {
    let scientific = format!("{:e}", x.abs());
    let exponent = scientific.split('e').nth(1).and_then(|e| e.parse().ok());
    exponent.unwrap_or(0)
}

/// `x` rounded to a multiple of 10^`place`, with the decimals that has.
fn at_place(x: f64, place: i32) -> String {
    let decimals = usize::try_from(-place).unwrap_or(0);
    let scale = 10f64.powi(place.abs());
    let nearest = if place < 0 { (x * scale).round() / scale } else { (x / scale).round() * scale };
    // Adding zero turns -0 into 0.
    format!("{:.decimals$}", nearest + 0.0)
}

/// `x` in six significant digits, trailing zeros after the point removed; whole numbers in full.
fn exact(x: f64) -> String {
    if x == x.trunc() {
        return at_place(x, 0);
    }
    let text = at_place(x, (leading_place(x) - DIGITS_WHEN_EXACT + 1).min(0));
    if text.contains('.') {
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64, margin: f64) -> String {
        rounded(value, margin).to_string()
    }

    #[test]
    fn the_examples_of_the_particle_data_group() {
        assert_eq!(text(0.827, 0.119), "0.83 ± 0.12");
        assert_eq!(text(0.827, 0.367), "0.8 ± 0.4");
    }

    #[test]
    fn the_borders_of_the_rule() {
        assert_eq!(text(10.0, 0.354), "10.00 ± 0.35");
        assert_eq!(text(10.0, 0.355), "10.0 ± 0.4");
        assert_eq!(text(10.0, 0.949), "10.0 ± 0.9");
        assert_eq!(text(10.0, 0.950), "10.0 ± 1.0");
        assert_eq!(text(10.0, 0.9996), "10.0 ± 1.0");
        assert_eq!(text(10.0, 1.0), "10.0 ± 1.0");
    }

    #[test]
    fn large_margins_round_before_the_point() {
        assert_eq!(text(141_628_640.0, 1_234_567.0), "141600000 ± 1200000");
        assert_eq!(text(8370.4, 61.0), "8370 ± 60");
        assert_eq!(text(8370.4, 9.7), "8370 ± 10");
        assert_eq!(text(3.0, 50.0), "0 ± 50");
    }

    #[test]
    fn small_margins_keep_the_decimals() {
        assert_eq!(text(9.000_123_4, 0.000_02), "9.000123 ± 0.000020");
        assert_eq!(text(-1684.2, 23.4), "-1684 ± 23");
        assert_eq!(text(-0.001, 0.2), "0.00 ± 0.20");
    }

    #[test]
    fn exact_values_have_no_margin() {
        assert_eq!(text(1.0, 0.0), "1");
        assert_eq!(text(2.125, 0.0), "2.125");
        assert_eq!(text(10.0 / 3.0, 0.0), "3.33333");
        assert_eq!(text(141_628_640.0, 0.0), "141628640");
        assert_eq!(text(1_234_567.8, 0.0), "1234568");
        assert_eq!(text(0.0, 0.0), "0");
        assert_eq!(rounded(1.0, 0.0).margin, None);
    }
}
