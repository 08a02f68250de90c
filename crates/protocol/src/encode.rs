//! The protocol's writer, for tests and for tools that make or repair logs.

use super::record::Record;

/// Writes `record` as the kernel would, without the line's end.
///
/// Values that hold a blank, a quote or a backslash, and empty ones, are quoted. Bytes
/// outside printable ASCII become `?`, as the protocol demands of a writer.
pub fn encode(record: &Record) -> String {
    let mut body = format!("hb1 {} {}", record.seq, record.kind);
    for (key, value) in &record.fields {
        body.push_str(&format!(" {key}={}", field_value(value)));
    }
    let sum = crc32fast::hash(body.as_bytes());
    format!("@{body} *{sum:08x}")
}

fn field_value(value: &str) -> String {
    let bare = !value.is_empty() && !value.contains([' ', '"', '\\']);
    let printable = |c: char| if (' '..='~').contains(&c) { c } else { '?' };
    let clean: String = value.chars().map(printable).collect();
    if bare {
        return clean;
    }
    format!("\"{}\"", clean.replace('\\', "\\\\").replace('"', "\\\""))
}
