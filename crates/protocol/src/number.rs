//! Numbers as the protocol writes them, for serde.

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// A number on the console, where everything is text, or in the results file, where it is
/// a number, a boolean or null: one structure serves both.
#[derive(Clone, Copy)]
struct Number(Option<u64>);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(NumberVisitor).map(Number)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Option<u64>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a decimal or 0x hexadecimal number below 2^64")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Some(value))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Some(u64::from(value)))
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        parse(text).map(Some).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
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
    optional(from)?.ok_or_else(|| D::Error::invalid_type(Unexpected::Unit, &NumberVisitor))
}

/// A number that may be missing; use with `#[serde(default)]`.
pub(super) fn optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    Number::deserialize(from).map(|number| number.0)
}

/// Numbers separated by commas, at least one.
pub(super) fn list<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u64>, D::Error> {
    let number = |part: &str| parse(part).ok_or_else(|| format!("{part:?} is no number"));
    let text = String::deserialize(from)?;
    text.split(',').map(number).collect::<Result<_, _>>().map_err(D::Error::custom)
}

/// A flag, on the console 0 or 1, that may be missing; use with `#[serde(default)]`.
pub(super) fn flag<'de, D: Deserializer<'de>>(from: D) -> Result<Option<bool>, D::Error> {
    Ok(optional(from)?.map(|value| value != 0))
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
