//! The list of platforms.

use std::io;

use comfy_table::{Cell, Color};
use serde::Serialize;

use super::style;
use crate::Format;
use crate::data;

/// A platform, and whether it can be used.
#[derive(Debug, Clone, Serialize)]
pub struct PlatformRow {
    /// Its name.
    pub platform: &'static str,
    /// Whether it can be used now.
    pub available: bool,
    /// What it is.
    pub summary: &'static str,
    /// The program behind it, with its version; empty when there is none.
    pub version: String,
    /// Why it cannot be used; empty when it can.
    pub why_not: String,
    /// What to do about that; empty when it can be used.
    pub next_step: String,
    /// The keys of its specification.
    pub keys: String,
}

/// Lists platforms.
///
/// # Errors
/// When `out` cannot be written.
pub fn platforms(list: &[PlatformRow], format: Format, out: &mut dyn io::Write) -> io::Result<()> {
    match format {
        Format::Table => out.write_all(table(list).as_bytes()),
        Format::Json => data::write(&list, out),
        Format::Csv => data::rows(list, out),
    }
}

fn table(list: &[PlatformRow]) -> String {
    let colour = style::wants_colour();
    let header = ["platform", "available", "what it is", "settings"];
    let mut table = style::new_table(&header, colour);
    style::fit_terminal(&mut table);
    let mut reasons = String::new();
    for row in list {
        let (word, shade) = if row.available { ("yes", Color::Green) } else { ("no", Color::Red) };
        let about = [row.summary, &row.version].join("\n");
        let cells = [Cell::new(row.platform), Cell::new(word).fg(shade)];
        table.add_row(cells.into_iter().chain([about.trim_end(), &row.keys].map(Cell::new)));
        if !row.available {
            reasons += &format!(" {}: {}\n   next: {}\n", row.platform, row.why_not, row.next_step);
        }
    }
    let separator = if reasons.is_empty() { "" } else { "\n" };
    style::text(&table) + separator + &reasons
}
