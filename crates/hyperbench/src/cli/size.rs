//! Sizes as people write them.

/// Reads a size in bytes: a number with an optional suffix K, M or G (binary).
///
/// # Errors
/// When it is no such number, or does not fit 64 bits.
pub(super) fn parse(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.to_ascii_uppercase().as_bytes() {
        [.., b'K'] => (&text[..text.len() - 1], 10),
        [.., b'M'] => (&text[..text.len() - 1], 20),
        [.., b'G'] => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: u64 =
        digits.parse().map_err(|_| "a number such as 4096, 64K, 256M or 1G is expected")?;
    number.checked_mul(1 << shift).ok_or_else(|| "that is more than 64 bits can hold".to_owned())
}

/// The same, for a guest's memory: at least 16 MiB, of whole KiB.
pub(super) fn memory(text: &str) -> Result<u64, String> {
    let bytes = parse(text)?;
    if bytes < 16 << 20 || bytes % 1024 != 0 {
        return Err("at least 16M in whole KiB is expected".to_owned());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_binary_and_either_case() {
        assert_eq!(parse("4096"), Ok(4096));
        assert_eq!(parse("64k"), Ok(65536));
        assert_eq!(parse("3G"), Ok(3 << 30));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "M", "1T", "-1", "1.5G", "99999999999G", "٣M", "Mé"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(memory("1M").is_err());
        assert_eq!(memory("64M"), Ok(64 << 20));
    }
}
