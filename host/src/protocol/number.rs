//! Numbers as the protocol writes them, for serde.

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// A `u64` that reads from the protocol's decimal or `0x` hexadecimal text, and from a
/// number, so that one structure serves the console and the results file.
struct Number(u64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(NumberVisitor).map(Number)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = u64;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a decimal or 0x hexadecimal number below 2^64")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<u64, E> {
        Ok(value)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u64, E> {
        parse(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

fn parse(text: &str) -> Option<u64> {
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |hex| (hex, 16));
    // from_str_radix would take a sign.
    let clean = digits.chars().all(|c| c.is_digit(radix));
    clean.then(|| u64::from_str_radix(digits, radix).ok())?
}

/// A number that has to be there.
pub(super) fn required<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    Number::deserialize(from).map(|number| number.0)
}

/// A number that may be missing; use with `#[serde(default)]`.
pub(super) fn optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    required(from).map(Some)
}

/// A flag sent as 0 or 1, or as a JSON boolean; use with `#[serde(default)]`.
pub(super) fn flag<'de, D: Deserializer<'de>>(from: D) -> Result<Option<bool>, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Flag {
        Bool(bool),
        Number(#[serde(deserialize_with = "required")] u64),
    }
    Ok(Some(match Flag::deserialize(from)? {
        Flag::Bool(value) => value,
        Flag::Number(value) => value != 0,
    }))
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
