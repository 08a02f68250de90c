//! The list of platforms.

use std::io;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::lines::{shortened, wrapped};
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
        Format::Table => {
            let text = table(list, style::wants_colour(), style::terminal_width());
            out.write_all(text.as_bytes())
        }
        Format::Json => data::write(&list, out),
        Format::Csv => data::rows(list, out),
    }
}

/// Those that are there, with what they are, which program that is and the keys of their specifications;
/// below them those that are not, each in a line with what helps.
fn table(list: &[PlatformRow], colour: bool, width: Option<usize>) -> String {
    let names = list.iter().map(|row| row.platform.len()).max().unwrap_or_default();
    let width = width.unwrap_or(usize::MAX);
    let style = if colour { AnsiColor::Green.on_default() } else { Style::new() };
    let indent = " ".repeat(names + 3);
    let (here, missing): (Vec<_>, Vec<_>) = list.iter().partition(|row| row.available);
    let mut text = String::new();
    for row in &here {
        let facts = [row.summary, program(&row.version), &format!("settings: {}", row.keys)];
        let facts = facts.iter().filter(|fact| !fact.is_empty());
        let facts: String = facts.map(|fact| wrapped(&indent, fact, width)).collect();
        text += &format!(" {style}{:names$}{style:#}  {}", row.platform, &facts[indent.len()..]);
    }
    if !here.is_empty() && !missing.is_empty() {
        text.push('\n');
    }
    if !missing.is_empty() {
        text += "Not usable here, and what helps; why: hyperbench list platforms --json\n\n";
    }
    for row in missing {
        let line = format!(" {:names$}  {}", row.platform, row.next_step);
        text += &(shortened(&line, width) + "\n");
    }
    text
}

/// A program with its version, without the distribution's own.
fn program(version: &str) -> &str {
    version.split(" (").next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(platform: &'static str, available: bool) -> PlatformRow {
        let text = |is: bool, text: &str| if is { text.repeat(9) } else { String::new() };
        PlatformRow {
            platform,
            available,
            summary: "a hypervisor that takes more than a line of eighty columns to be told apart",
            version: text(available, "QEMU 7.2 (Debian 1:7.2) "),
            why_not: text(!available, "it is not there "),
            next_step: text(!available, "install it, or "),
            keys: "binary, machine, cpu, device, linux, boot, firmware, label, option".into(),
        }
    }

    #[test]
    fn what_is_there_comes_first_and_the_rest_is_a_line_each() {
        let list = [row("absent", false), row("there", true), row("also-absent", false)];
        let text = table(&list, false, Some(80));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let (here, rest) = text.split_once("\n\n").expect("a blank line between them");
        assert!(here.starts_with(" there        a hypervisor"), "{text}");
        assert!(here.contains(" QEMU 7.2\n") && here.contains("settings: binary"), "{text}");
        let rows: Vec<_> = rest.lines().skip(2).collect();
        assert!(
            rows[0].starts_with(" absent       install it") && rows[0].ends_with('…'),
            "{text}"
        );
        assert!(rows.len() == 2 && !text.contains("it is not there"), "{text}");
        assert!(
            table(&list, false, None).lines().any(|line| line.len() > 100),
            "not cut for scripts"
        );
    }
}
