//! What a domain says on Xen's console, and its end. Xen puts its own name before each of the domain's lines, and
//! before 4.20 the domain's too, and its own lines between; and it goes on when the domain has ended.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use monitors::counting::Tallies;
use monitors::{Guest, Heard, Parting};

/// What Xen's own lines begin with, and those of its first domain.
const OWN: &[u8] = b"(XEN) ";
const DOMAIN: &[u8] = b"DOM1: ";

/// What the kernel's records begin with (docs/protocol.md).
const RECORD: &[u8] = b"@hb1 ";

/// Where Xen before 4.20 cuts lines of a domain's (Xen, `SBSA_UART_OUT_BUF_SIZE` in asm/vpl011.h).
const CUT: usize = 126;

/// What ends Xen itself.
const PANIC: &[u8] = b"Panic on CPU";

/// Lines of Xen's that are kept, to explain an end.
const KEPT: usize = 8;

/// Bytes of a line at most; what is longer is no line of the kernel's.
const LONGEST: usize = 1 << 16;

/// A domain's guest, by its machine.
pub(super) struct Console {
    machine: Box<dyn Guest>,
    lines: Lines,
}

/// The lines of such a console.
#[derive(Debug, Default)]
struct Lines {
    /// What has come of one that is not whole.
    begun: Vec<u8>,
    /// What the domain has said of one that Xen has cut.
    joined: Vec<u8>,
    /// What the domain has said.
    said: VecDeque<u8>,
    /// The last ones of Xen's own.
    own: VecDeque<String>,
    /// Whether the domain, or Xen, has ended.
    has_ended: bool,
}

impl Lines {
    fn take(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' || self.begun.len() == LONGEST {
                let line = std::mem::take(&mut self.begun);
                self.line(line.strip_suffix(b"\r").unwrap_or(&line));
            }
            if byte != b'\n' {
                self.begun.push(byte);
            }
        }
    }

    fn line(&mut self, line: &[u8]) {
        match line.strip_prefix(OWN).map(|own| (own, own.strip_prefix(DOMAIN))) {
            None => self.says(line),
            Some((_, Some(part))) => {
                self.joined.extend(part);
                if part.len() != CUT || self.joined.len() > LONGEST {
                    let whole = std::mem::take(&mut self.joined);
                    self.says(&whole);
                }
            }
            Some((record, None)) if record.starts_with(RECORD) => self.says(record),
            Some((own, None)) => {
                self.has_ended |= own.starts_with(PANIC);
                self.own.push_back(String::from_utf8_lossy(line).into_owned());
                self.own.drain(..self.own.len().saturating_sub(KEPT));
            }
        }
    }

    fn says(&mut self, line: &[u8]) {
        self.said.extend(line);
        self.said.push_back(b'\n');
        let mut words = line.split(|byte| *byte == b' ');
        self.has_ended |= line.starts_with(RECORD) && words.nth(2) == Some(b"done");
    }
}

impl Console {
    pub(super) fn new(machine: Box<dyn Guest>) -> Self {
        Self { machine, lines: Lines::default() }
    }
}

impl Guest for Console {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Heard> {
        if self.lines.said.is_empty() && !self.lines.has_ended {
            match self.machine.read(buffer, patience)? {
                Heard::Bytes(count) => self.lines.take(&buffer[..count]),
                heard => return Ok(heard),
            }
        }
        let said = &mut self.lines.said;
        let count = said.len().min(buffer.len());
        for (to, from) in buffer.iter_mut().zip(said.drain(..count)) {
            *to = from;
        }
        Ok(match (count, self.lines.has_ended) {
            (0, true) => Heard::Closed,
            (0, false) => Heard::Nothing,
            (count, _) => Heard::Bytes(count),
        })
    }

    fn end(&mut self) -> Parting {
        let mut parting = self.machine.end();
        parting.messages.extend(self.lines.own.drain(..));
        parting
    }

    fn command(&self) -> &[String] {
        self.machine.command()
    }

    fn started(&self) -> Option<Instant> {
        self.machine.started()
    }

    fn tallies(&self) -> Option<&dyn Tallies> {
        self.machine.tallies()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(console: &str) -> (String, Lines) {
        let mut lines = Lines::default();
        for part in console.as_bytes().chunks(7) {
            lines.take(part);
        }
        let said = lines.said.drain(..).collect();
        (String::from_utf8(said).unwrap(), lines)
    }

    #[test]
    fn a_domains_lines_are_whole_again_and_its_last_record_ends_it() {
        let (long, rest) = ("x".repeat(CUT), "y".repeat(CUT));
        let console = format!(
            "(XEN) Xen version\r\n(XEN) DOM1: {long}\r\n(XEN) DOM1: {rest}\r\n(XEN) DOM1: z\r\n\
             (XEN) DOM1: {long}\r\n(XEN) DOM1: \r\n@hb1 7 raw\n"
        );
        let (said, lines) = self::lines(&console);
        assert_eq!(said, format!("{long}{rest}z\n{long}\n@hb1 7 raw\n"));
        assert!(!lines.has_ended && lines.own == ["(XEN) Xen version"]);
        assert!(self::lines("@hb1 8 done benchmarks=1\n").1.has_ended);
        assert!(!self::lines("@hb1 8 end why=\"not done \"\n").1.has_ended);
        assert_eq!(self::lines("(XEN) \r\n(XEN) @hb1 1 a\r\n").0, "@hb1 1 a\n");
        assert!(self::lines("(XEN) Panic on CPU 0:\r\n").1.has_ended);
    }

    #[test]
    fn what_never_ends_is_bounded() {
        let (said, lines) = self::lines(&"a".repeat(3 * LONGEST));
        assert!(said.len() >= 2 * LONGEST && lines.begun.len() <= LONGEST);
        let (_, lines) = self::lines(&"(XEN) b\n".repeat(100));
        assert_eq!(lines.own.len(), KEPT);
    }
}
