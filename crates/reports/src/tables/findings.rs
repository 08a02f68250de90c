//! What the doctor found.

use std::io;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::style;
use crate::Format;
use crate::data;
use results::{Finding, Level};

/// Prints findings in their order.
///
/// # Errors
/// When `out` cannot be written.
pub fn findings(list: &[Finding], format: Format, out: &mut dyn io::Write) -> io::Result<()> {
    match format {
        Format::Table => out.write_all(text(list, style::wants_colour()).as_bytes()),
        Format::Json => data::write(&list, out),
        Format::Csv => data::rows(list.iter().map(row), out),
    }
}

/// A finding; the order of the fields is that of the columns.
#[derive(Serialize)]
struct Row<'a> {
    check: &'a str,
    level: Level,
    found: &'a str,
    why: &'a str,
    command: &'a str,
    advice: &'a str,
}

fn row(finding: &Finding) -> Row<'_> {
    Row {
        check: &finding.check,
        level: finding.level,
        found: &finding.found,
        why: &finding.why,
        command: finding.command.as_deref().unwrap_or_default(),
        advice: finding.advice.as_deref().unwrap_or_default(),
    }
}

/// Troubles with everything that helps; the others in one line each.
fn text(list: &[Finding], colour: bool) -> String {
    let width = list.iter().map(|finding| finding.check.len()).max().unwrap_or_default();
    let margin = " ".repeat(Level::Unknown.word().len() + width + 5);
    let mut text = String::new();
    for finding in list {
        let Finding { check, level, found, .. } = finding;
        let paint = if colour { shade(*level) } else { Style::new() };
        text += &format!(" {paint}{level:7}{paint:#}  {check:width$}  {found}\n");
        if level.is_trouble() {
            let note = |label: &str, note: &str| format!("{margin}{label}: {note}\n");
            text += &note("why", &finding.why);
            text += &finding.command.as_ref().map(|line| note("run", line)).unwrap_or_default();
            text += &finding.advice.as_ref().map(|line| note("note", line)).unwrap_or_default();
        }
    }
    text + &format!("\n{} checks: {}\n", list.len(), Finding::counts(list))
}

fn shade(level: Level) -> Style {
    let colour = match level {
        Level::Bad => AnsiColor::Red,
        Level::Warn => AnsiColor::Yellow,
        Level::Unknown => AnsiColor::Cyan,
        Level::Ok => AnsiColor::Green,
    };
    colour.on_default().bold()
}
