//! Numbers with only the digits that mean something.

use stats::format::rounded;

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

/// A cost known exactly: up to six significant digits, of fractions at least two decimals.
pub(super) fn exact(value: f64) -> String {
    let text = rounded(value, 0.0).value;
    match text.split_once('.') {
        None if value.abs() < 1000.0 => text + ".00",
        Some((_, decimals)) if decimals.len() == 1 => grouped(&text) + "0",
        _ => grouped(&text),
    }
}

/// Value and margin, rounded to the digits that mean something, thousands apart.
pub(super) fn with_margin(value: f64, margin: f64) -> (String, String) {
    let text = rounded(value, margin);
    (grouped(&text.value), grouped(&text.margin.unwrap_or_default()))
}

/// A number of which this many digits say enough.
pub(super) fn short(value: f64, digits: u32) -> String {
    let before = |size: f64| format!("{:.0}", size.abs().trunc()).len();
    let decimals = |size: f64| (digits as usize).saturating_sub(before(size));
    if decimals(value) == 0 {
        return grouped(&format!("{:.0}", significant(value, digits.cast_signed())));
    }
    // What is rounded up to ten has a digit more before the point.
    let rounded = format!("{value:.*}", decimals(value)).parse().unwrap_or(value);
    format!("{rounded:.*}", decimals(rounded))
}

/// A time in nanoseconds with so many digits, in the unit in which it has one to three before the point.
pub(super) fn time(ns: f64, digits: u32) -> String {
    // What is rounded up to a thousand belongs to the next unit.
    let units = [(1.0, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")];
    let fitting = units.iter().find(|(size, _)| ns.abs() < 999.5 * size);
    let (size, unit) = fitting.unwrap_or(&units[units.len() - 1]);
    format!("{} {unit}", short(ns / size, digits))
}

/// A number above zero of which two digits say enough.
pub(super) fn rough(value: f64) -> String {
    match value {
        small if small < 0.995 => format!("{small:.2}"),
        some if some < 9.95 => format!("{some:.1}"),
        _ => grouped(&format!("{:.0}", significant(value, 2))),
    }
}

/// A ratio, such as `1.09×`, with no more digits than its `margin` leaves meaningful, but at
/// least one.
pub(super) fn ratio(value: f64, margin: f64) -> String {
    let honest = rounded(value, margin.min(value / 2.0)).value;
    let usual = if value < 0.1 { small(value) } else { figure(value) };
    let shorter = margin > 0.0 && meaningful_digits(&honest) < meaningful_digits(&usual);
    (if shorter { grouped(&honest) } else { usual }) + "×"
}

/// A number below 0.1 with its first two digits, such as `0.00084`.
fn small(value: f64) -> String {
    let mut decimals = 3;
    while decimals < 12 && value * 10_f64.powi(decimals - 1) < 0.995 {
        decimals += 1;
    }
    let decimals = usize::try_from(decimals).unwrap_or_default();
    format!("{value:.decimals$}")
}

/// Digits from the first that is not zero; zeros before where a point would be are none.
fn meaningful_digits(number: &str) -> usize {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    if number.contains('.') { digits.len() } else { digits.trim_end_matches('0').len() }
}

/// A share in per cent, such as `1.2 %`: two significant digits below 10 %.
pub(super) fn percent(share: f64) -> String {
    let value = share * 100.0;
    let decimals = match value {
        none if none <= 0.0 => 0,
        tiny if tiny < 0.095 => 2,
        small if small < 9.5 => 1,
        _ => 0,
    };
    grouped(&format!("{value:.decimals$}")) + " %"
}

/// `value` rounded to this many significant digits.
fn significant(value: f64, digits: i32) -> f64 {
    let magnitude = value.abs().log10().floor();
    let step = 10f64.powf((magnitude + 1.0 - f64::from(digits)).max(0.0));
    (value / step).round() * step
}

/// Puts a comma between groups of three digits before the point.
pub(super) fn grouped(number: &str) -> String {
    let (digits, decimals) = number.split_at(number.find('.').unwrap_or(number.len()));
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let mut text = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text + decimals
}

/// A count, its thousands apart.
pub(super) fn count_text(count: u64) -> String {
    grouped(&count.to_string())
}

/// `nouns` as they stand beside `count`: `host` beside 1, and `hosts` beside all else.
pub(super) fn noun(count: u64, nouns: &str) -> &str {
    if count == 1 { nouns.strip_suffix('s').unwrap_or(nouns) } else { nouns }
}

/// A count of `nouns`, such as `1 host` and `1,200 hosts`.
pub(super) fn counted(count: u64, nouns: &str) -> String {
    format!("{} {}", count_text(count), noun(count, nouns))
}

/// How often something happens on average: a whole number where it is one.
pub(super) fn average(count: f64) -> String {
    if count.fract() == 0.0 { grouped(&format!("{count:.0}")) } else { figure(count) }
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
    }

    #[test]
    fn exact_costs_show_what_they_are() {
        let cases = [
            (1.0, "1.00"),
            (2.5, "2.50"),
            (0.0, "0.00"),
            (15.0625, "15.0625"),
            (5_148_000.0, "5,148,000"),
            (1234.5, "1,234.50"),
        ];
        for (value, text) in cases {
            assert_eq!(exact(value), text);
        }
    }

    #[test]
    fn margins_decide_how_many_digits_a_value_has() {
        let pair = |value, margin| with_margin(value, margin);
        assert_eq!(pair(458.234, 2.4), ("458.2".into(), "2.4".into()));
        assert_eq!(pair(141_628_640.0, 1_234_567.0), ("141,600,000".into(), "1,200,000".into()));
        assert_eq!(ratio(53_336.2, 0.0), "53,340×");
        assert_eq!(ratio(53_336.2, 4_000.0), "53,000×");
        assert_eq!(ratio(1.234, 0.4), "1.2×");
        assert_eq!(ratio(0.000_843_2, 0.000_000_1), "0.00084×");
        assert_eq!(ratio(0.000_843_2, 0.000_4), "0.0008×");
        assert_eq!(ratio(0.0996, 0.0), "0.100×");
        assert_eq!(ratio(0.0421, 0.0), "0.042×");
        assert_eq!(ratio(1.234, 0.001), "1.23×");
        assert_eq!(ratio(3.2, 50.0), "3.2×");
    }

    #[test]
    fn rough_numbers_have_two_digits() {
        let cases = [(0.543, "0.54"), (3.64, "3.6"), (22.3, "22"), (4_187_000.0, "4,200,000")];
        for (value, text) in cases {
            assert_eq!(rough(value), text);
        }
    }

    #[test]
    fn shares_are_in_per_cent() {
        let cases =
            [(0.0, "0 %"), (0.0004, "0.04 %"), (0.0123, "1.2 %"), (0.5, "50 %"), (12.5, "1,250 %")];
        for (share, text) in cases {
            assert_eq!(percent(share), text);
        }
    }

    #[test]
    fn sizes_are_exact() {
        assert_eq!(size(256 << 20), "256 MiB");
        assert_eq!(size((1 << 20) + 1024), "1025 KiB");
        assert_eq!(size(0), "0 B");
    }
}
