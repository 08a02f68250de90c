//! Documents for programs.

use std::io;

use serde::Serialize;

/// Writes `value` readably, with a line end.
pub(super) fn write<T: Serialize>(value: &T, out: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
