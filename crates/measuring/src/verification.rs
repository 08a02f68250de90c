//! `--verify`: everything is run a second time, and the guests have to say the same, bit for
//! bit.

use std::collections::BTreeMap;

use crate::session::Watcher;
use results::{Measured, PlatformRun};

/// What the guests of each platform said, by the platform's label.
type Consoles = BTreeMap<String, Vec<u8>>;

/// Keeps what guests say, and passes everything on to another watcher where there is one.
#[derive(Default)]
pub(crate) struct Witness<'a> {
    watcher: Option<&'a mut dyn Watcher>,
    platform: String,
    consoles: Consoles,
}

impl<'a> Witness<'a> {
    /// Listens along with `watcher`.
    pub(crate) fn beside(watcher: &'a mut dyn Watcher) -> Self {
        Self { watcher: Some(watcher), ..Self::default() }
    }

    /// What it has heard.
    pub(crate) fn into_consoles(self) -> Consoles {
        self.consoles
    }

    fn pass_on(&mut self, tell: impl FnOnce(&mut dyn Watcher)) {
        if let Some(watcher) = &mut self.watcher {
            tell(*watcher);
        }
    }
}

/// The platforms whose consoles differ between two runs, each with the first line that does.
pub(crate) fn differences(first: &Consoles, second: &Consoles) -> Vec<(String, String)> {
    let nothing = Vec::new();
    let compare = |(label, console): (&String, &Vec<u8>)| {
        let why = difference(console, second.get(label).unwrap_or(&nothing))?;
        Some((label.clone(), why))
    };
    first.iter().filter_map(compare).collect()
}

/// The platforms whose guests said the same in two runs, each with how many lines that were.
pub(crate) fn agreements(first: &Consoles, second: &Consoles) -> Vec<(String, usize)> {
    let same = first.iter().filter(|(label, console)| second.get(*label) == Some(console));
    let lines = |console: &[u8]| String::from_utf8_lossy(console).lines().count();
    let counted = same.map(|(label, console)| (label.clone(), lines(console)));
    counted.filter(|(_, lines)| *lines > 0).collect()
}

fn difference(first: &[u8], second: &[u8]) -> Option<String> {
    if first == second {
        return None;
    }
    let lines = |console| String::from_utf8_lossy(console).lines().map(str::to_owned).collect();
    let (one, other): (Vec<String>, Vec<String>) = (lines(first), lines(second));
    let at = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let line = |lines: &[String]| lines.get(at).map_or("nothing more", String::as_str).to_owned();
    Some(format!(
        "a second run differs from the first in line {}: first {:?}, then {:?}",
        at + 1,
        line(&one),
        line(&other)
    ))
}

impl Watcher for Witness<'_> {
    fn boot_begins(&mut self, run: &PlatformRun, round: u32) {
        self.platform.clone_from(&run.label);
        self.pass_on(|watcher| watcher.boot_begins(run, round));
    }

    fn benchmark_begins(&mut self, name: &str) {
        self.pass_on(|watcher| watcher.benchmark_begins(name));
    }

    fn batch(&mut self, measured: &Measured) {
        self.pass_on(|watcher| watcher.batch(measured));
    }

    fn changed(&mut self, run: &PlatformRun) {
        self.pass_on(|watcher| watcher.changed(run));
    }

    fn round_ends(&mut self, run: &PlatformRun) {
        self.pass_on(|watcher| watcher.round_ends(run));
    }

    fn console(&mut self, bytes: &[u8]) {
        self.consoles.entry(self.platform.clone()).or_default().extend(bytes);
        self.pass_on(|watcher| watcher.console(bytes));
    }

    fn idle(&mut self) {
        self.pass_on(|watcher| watcher.idle());
    }

    fn waits(&mut self, what: &str) {
        self.pass_on(|watcher| watcher.waits(what));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_named() {
        assert_eq!(difference(b"a\nb\n", b"a\nb\n"), None);
        let text = difference(b"a\nb\nc\n", b"a\nB\nc\n").unwrap();
        assert!(text.contains("line 2") && text.contains("first \"b\", then \"B\""), "{text}");
        let text = difference(b"a\n", b"a\nb\n").unwrap();
        assert!(text.contains("first \"nothing more\", then \"b\""), "{text}");
        assert!(difference(b"a\n", b"a").is_some());
    }

    #[test]
    fn a_platform_that_says_nothing_the_second_time_differs() {
        let one = Consoles::from([("a".into(), b"x\n".to_vec()), ("b".into(), b"y\n".to_vec())]);
        let other = Consoles::from([("b".into(), b"y\n".to_vec())]);
        let found = differences(&one, &other);
        assert_eq!(agreements(&one, &other), [("b".to_owned(), 1)]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, "a");
        assert!(differences(&one, &one).is_empty());
    }
}
