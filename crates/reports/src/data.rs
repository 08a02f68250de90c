//! Rows for scripts, and documents for programs.

use std::io;

use serde::Serialize;

/// Writes `value` readably, with a line end.
pub(super) fn write<T: Serialize>(value: &T, out: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Writes `rows` as CSV below the names of their fields.
pub(super) fn rows(
    rows: impl IntoIterator<Item = impl Serialize>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    rows.into_iter().try_for_each(|row| writer.serialize(row))?;
    writer.flush()
}
