//! What external timing channels can tell, as a table.

use std::io;

use super::style;
use crate::digits::grouped;
use results::channels::{Channel, ExternalTiming};

/// A channel on a platform.
#[derive(Debug, Clone, PartialEq)]
pub struct ChannelRow {
    /// The platform's name.
    pub platform: String,
    /// The channel.
    pub channel: Channel,
    /// What was measured; `None` when no guest came that far.
    pub timing: Option<ExternalTiming>,
    /// What a reader should know besides.
    pub remarks: Vec<String>,
}

const HEADER: [&str; 11] = [
    "platform",
    "channel",
    "idle windows",
    "left out",
    "min",
    "median",
    "p99",
    "sd",
    "long windows",
    "of ticks",
    "|ext − int|",
];

const LEGEND: &str = "External timing channels, in ticks of the guest's counter

 idle windows: two adjacent marks; left out: those at which the host was away
 |ext − int|: median over the long windows of what the two counters differ by

";

/// Prints one line a channel, in ticks of the guest's counter.
///
/// # Errors
/// When `out` cannot be written.
pub fn channels(rows: &[ChannelRow], out: &mut dyn io::Write) -> io::Result<()> {
    let mut table = style::new_table(&HEADER, style::wants_colour());
    for row in rows {
        table.add_row(cells(row));
    }
    style::align_right_from(&mut table, 2);
    out.write_all(LEGEND.as_bytes())?;
    out.write_all(style::text(&table).as_bytes())?;
    for row in rows {
        for remark in &row.remarks {
            writeln!(out, " note: {}, {}: {remark}", row.platform, row.channel)?;
        }
    }
    Ok(())
}

fn cells(row: &ChannelRow) -> Vec<String> {
    let mut cells = vec![row.platform.clone(), row.channel.name().to_owned()];
    let whole = |value: f64| grouped(&format!("{value:.0}"));
    let idle = row.timing.as_ref().and_then(|timing| timing.idle);
    match idle {
        Some(idle) => {
            cells.extend([idle.windows, idle.flagged].map(|count| grouped(&count.to_string())));
            cells.extend([idle.min, idle.median, idle.p99, idle.sd].map(whole));
        }
        None => cells.resize(8, "–".to_owned()),
    }
    match row.timing.as_ref().and_then(|timing| timing.clocks) {
        Some(clocks) => {
            cells.push(grouped(&clocks.windows.to_string()));
            cells.extend([clocks.length, clocks.disagreement].map(whole));
        }
        None => cells.resize(11, "–".to_owned()),
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::channels::{Known, KnownWindows};

    #[test]
    fn a_channel_that_was_not_measured_has_a_line_too() {
        let mut timing = ExternalTiming::new(Channel::Mailbox, 0.4);
        let known = |internal| Known { external: Some(internal + 150.0), internal };
        let (idle, empty) = (vec![known(0.0); 9], vec![known(0.0); 3]);
        timing.assess(&KnownWindows { idle, empty, spin: vec![known(1e6); 3] }, None);
        let row = |channel, timing, remark: &str| ChannelRow {
            platform: "p".into(),
            channel,
            timing,
            remarks: vec![remark.into()],
        };
        let rows = [
            row(Channel::Uart, None, "it did not boot"),
            row(Channel::Mailbox, Some(timing), "shared"),
        ];
        let mut out = Vec::new();
        channels(&rows, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(" note: p, uart: it did not boot\n"), "{text}");
        let line = text.lines().find(|line| line.contains("mailbox")).unwrap();
        let words: Vec<_> = line.split_whitespace().collect();
        let expected =
            ["p", "mailbox", "9", "0", "150", "150", "150", "0", "3", "1,000,000", "150"];
        assert_eq!(words, expected);
    }
}
