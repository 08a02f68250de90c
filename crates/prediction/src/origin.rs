//! Where figures were measured.

use std::collections::BTreeMap;
use std::fmt;

use results::Document;
use serde::{Deserialize, Serialize};

/// Characters of a date in RFC 3339.
const DATE: usize = 10;

/// Where figures were measured: by what, when, and on what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The program that measured, with its version.
    pub tool: String,
    /// The day, as in 2026-11-25.
    pub date: String,
    /// The machine's processor and kernel.
    pub machine: String,
    /// What ran the guests, by the platforms' labels: a program with its version and, in the lab, the lock of
    /// its images.
    pub platforms: BTreeMap<String, String>,
}

impl Origin {
    /// That of what `document` has.
    pub fn of(document: &Document) -> Self {
        let host = &document.host;
        let platforms = document.platforms.iter();
        Self {
            tool: format!("{} {}", document.tool.name, document.tool.version),
            date: document.started.chars().take(DATE).collect(),
            machine: format!("{}, Linux {}", host.cpu, host.kernel),
            platforms: platforms.map(|run| (run.label.clone(), run.version.clone())).collect(),
        }
    }

    /// Adds `other`'s platforms to those of `known`, which else is what it was.
    pub fn join(known: &mut Option<Self>, other: Self) {
        match known {
            None => *known = Some(other),
            Some(known) => known.platforms.extend(other.platforms),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut programs: Vec<&str> = self.platforms.values().map(String::as_str).collect();
        programs.sort_unstable();
        programs.dedup();
        let Self { tool, date, machine, .. } = self;
        write!(f, "measured by {tool} on {date} ({machine}) with {}", programs.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::PlatformRun;

    #[test]
    fn it_names_the_tool_the_day_the_machine_and_each_program_once() {
        let mut document =
            Document { started: "2026-11-25T01:02:03Z".into(), ..Document::default() };
        document.tool.name = "hyperbench".into();
        document.tool.version = "1.2".into();
        document.host.cpu = "CPU".into();
        document.host.kernel = "6.1".into();
        let run = |label: &str, version: &str| PlatformRun {
            label: label.into(),
            version: version.into(),
            ..PlatformRun::default()
        };
        document.platforms = vec![run("a", "QEMU 7, lock 1"), run("b", "QEMU 7, lock 1")];
        let mut origin = Some(Origin::of(&document));
        document.platforms = vec![run("c", "Xen 4")];
        Origin::join(&mut origin, Origin::of(&document));
        assert_eq!(
            origin.unwrap().to_string(),
            "measured by hyperbench 1.2 on 2026-11-25 (CPU, Linux 6.1) with QEMU 7, lock 1; Xen 4"
        );
    }
}
