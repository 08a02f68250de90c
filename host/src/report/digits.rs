//! Numbers with only the digits that mean something.

/// A cost: three significant digits below 1,000, four above, thousands apart.
///
/// Figures of separate boots seldom agree in more than that. Scripts find every digit in
/// CSV and JSON.
pub(super) fn figure(value: f64) -> String {
    let decimals = match value.abs() {
        size if size < 10.0 => 2,
        size if size < 100.0 => 1,
        _ => 0,
    };
    if decimals > 0 {
        let text = format!("{value:.decimals$}");
        // A tiny negative cost is no cost.
        let is_zero = text.trim_matches(['-', '0', '.']).is_empty();
        return if is_zero { text.replace('-', "") } else { text };
    }
    grouped(&format!("{:.0}", significant(value, 4)))
}

/// A ratio, such as `1.09×`.
pub(super) fn ratio(value: f64) -> String {
    figure(value) + "×"
}

/// `value` rounded to this many significant digits.
fn significant(value: f64, digits: i32) -> f64 {
    let magnitude = value.abs().log10().floor();
    let step = 10f64.powf((magnitude + 1.0 - f64::from(digits)).max(0.0));
    (value / step).round() * step
}

/// Puts a comma between groups of three digits.
pub(super) fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let mut text = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A size in the largest binary unit that divides it.
pub(super) fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let exact = units.iter().find(|(shift, _)| bytes > 0 && bytes.is_multiple_of(1 << shift));
    exact.map_or_else(|| format!("{bytes} B"), |(shift, unit)| format!("{} {unit}", bytes >> shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_or_four_digits() {
        let cases = [
            (1.0, "1.00"),
            (0.0, "0.00"),
            (-0.001, "0.00"),
            (-2.346, "-2.35"),
            (12.34, "12.3"),
            (123.4, "123"),
            (999.6, "1,000"),
            (1234.6, "1,235"),
            (15_432.0, "15,430"),
            (-128_486_744.0, "-128,500,000"),
        ];
        for (value, text) in cases {
            assert_eq!(figure(value), text);
        }
        assert_eq!(ratio(53_336.2), "53,340×");
    }

    #[test]
    fn sizes_are_exact() {
        assert_eq!(size(256 << 20), "256 MiB");
        assert_eq!(size((1 << 20) + 1024), "1025 KiB");
        assert_eq!(size(0), "0 B");
    }
}
