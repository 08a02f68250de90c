//! Numbers as the protocol writes them, in text, for serde.

use serde::de::{Deserialize, Deserializer, Error, Unexpected};

/// A number that has to be there.
pub(super) fn required<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let text = String::deserialize(from)?;
    let expected = "a decimal or 0x hexadecimal number below 2^64";
    parse(&text).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &expected))
}

/// A number that may be missing; use with `#[serde(default)]`.
pub(super) fn optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    required(from).map(Some)
}

pub(super) fn parse(text: &str) -> Option<u64> {
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |hex| (hex, 16));
    // from_str_radix would take a sign.
    let clean = digits.chars().all(|c| c.is_digit(radix));
    clean.then(|| u64::from_str_radix(digits, radix).ok())?
}

/// Numbers separated by commas, at least one.
pub(super) fn list<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u64>, D::Error> {
    let number = |part: &str| parse(part).ok_or_else(|| format!("{part:?} is no number"));
    let text = String::deserialize(from)?;
    text.split(',').map(number).collect::<Result<_, _>>().map_err(D::Error::custom)
}

/// A flag, 0 or 1, that may be missing; use with `#[serde(default)]`.
pub(super) fn flag<'de, D: Deserializer<'de>>(from: D) -> Result<Option<bool>, D::Error> {
    required(from).map(|value| Some(value != 0))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn decimal_and_hexadecimal_are_read() {
        assert_eq!(parse("0"), Some(0));
        assert_eq!(parse("18446744073709551615"), Some(u64::MAX));
        assert_eq!(parse("0xfee00000"), Some(0xfee0_0000));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "0x", "-1", "+1", "0x+1", "1e3", "18446744073709551616", "ff"] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }
}
