//! The description itself, and where it is wrong.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::fill::{self, COMMON};
use ground::{Arch, Trouble};
use images::forms::Form;
use system::place;

/// Bytes that a description may have.
const LONGEST: usize = 64 << 10;

/// How a monitor runs the kernel.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// What it is, in one line.
    #[serde(default)]
    pub summary: String,
    /// Its program: a name in PATH, or a file.
    pub program: Spanned<String>,
    /// Other programs that have to be there, for one that is a script.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The program's arguments, with placeholders.
    pub arguments: Vec<Spanned<String>>,
    /// What the program is given as `{kernel}`.
    #[serde(default)]
    pub image: Form,
    /// Where the guest's console comes from.
    #[serde(default)]
    pub console: Console,
    /// How it ends once the guest is done.
    #[serde(default)]
    pub ends: Ends,
    /// What takes away that which is no process of the program's: a program with its arguments, with
    /// placeholders. It runs however the guest or the tool ends.
    #[serde(default)]
    pub end: Vec<Spanned<String>>,
    /// Options that the kernel needs on it.
    #[serde(default)]
    pub options: String,
    /// The arguments with which the program tells its version.
    #[serde(default)]
    pub version: Vec<String>,
    /// The architectures that it runs; empty for all.
    #[serde(default)]
    pub architectures: Vec<String>,
    /// Whether we have seen it run the kernel, and how: the version, what was skipped.
    #[serde(default)]
    pub seen: String,
    /// Files that it reads: a placeholder's name, and the text, with placeholders.
    #[serde(default)]
    pub files: BTreeMap<String, Spanned<String>>,
}

/// Where a console comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Console {
    /// The program's standard output.
    #[default]
    Stdout,
    /// A file `{console}` that the program writes to.
    File,
    /// A terminal `{console}` that the program opens.
    Pty,
    /// A socket `{console}` in the file system that the program listens on.
    Socket,
}

/// What a monitor does when the guest has powered off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ends {
    /// It ends.
    #[default]
    Itself,
    /// It stays: the tool ends it once the kernel is done.
    Never,
}

/// What is wrong with a description, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, in a sentence without its full stop.
    pub why: String,
}

impl Description {
    /// Reads a description.
    ///
    /// # Errors
    /// Says which line is wrong.
    pub fn read(text: &str) -> Result<Self, Mistake> {
        if text.len() > LONGEST {
            let why = format!("a description has {} KiB at most", LONGEST >> 10);
            return Err(Mistake { line: 1, why });
        }
        let wrong = |error: toml::de::Error| {
            let line = line(text, error.span().unwrap_or_default());
            Mistake { line, why: error.message().trim_end_matches('.').replace('\n', ", ") }
        };
        let description: Self = toml::from_str(text).map_err(wrong)?;
        description.check(text)?;
        Ok(description)
    }

    /// What placeholders there are.
    fn placeholders(&self) -> Vec<&str> {
        let console = (self.console != Console::Stdout).then_some(fill::CONSOLE);
        let files = self.files.keys().map(String::as_str);
        COMMON.into_iter().chain(console).chain(files).collect()
    }

    fn check(&self, text: &str) -> Result<(), Mistake> {
        for (name, content) in &self.files {
            if let Some(why) = place::fault(name) {
                let why = format!("{name:?} cannot be the name of a file: {why}");
                return Err(Mistake { line: line(text, content.span()), why });
            }
        }
        let known = self.placeholders();
        for item in self.arguments.iter().chain(&self.end).chain(self.files.values()) {
            if let Some(name) = fill::unknown(item.get_ref(), &known) {
                let known = known.iter().map(|name| format!("{{{name}}}")).collect::<Vec<_>>();
                let why = format!("{{{name}}} is no placeholder; there are {}", known.join(", "));
                return Err(Mistake { line: line(text, item.span()), why });
            }
        }
        let uses = |name| {
            let items = || self.arguments.iter().chain(self.files.values());
            items().any(|item| item.get_ref().contains(&format!("{{{name}}}")))
        };
        let at = self.arguments.first().map_or(self.program.span(), Spanned::span);
        for (name, needed) in [("kernel", true), (fill::CONSOLE, self.console != Console::Stdout)] {
            if needed && !uses(name) {
                let why = format!("no argument and no file has {{{name}}}");
                return Err(Mistake { line: line(text, at), why });
            }
        }
        Ok(())
    }

    /// Whether it runs kernels of `arch`.
    pub(super) fn is_for(&self, arch: &Arch) -> bool {
        self.architectures.is_empty() || self.architectures.contains(&arch.name)
    }

    /// Refuses kernels of an `arch` that it does not run.
    ///
    /// # Errors
    /// Says which it does.
    pub fn check_for(&self, arch: &Arch) -> Result<(), Trouble> {
        if self.is_for(arch) {
            return Ok(());
        }
        Err(Trouble::unavailable(
            format!("it runs kernels of {} only", self.architectures.join(", ")),
            "choose one of these with --arch",
        ))
    }

    /// The line of `text` with `key`, or where that is left out, with the arguments.
    pub fn line_of(text: &str, key: &str) -> usize {
        let line = Self::line_with(text, key).or_else(|| Self::line_with(text, "arguments"));
        line.unwrap_or(1)
    }

    fn line_with(text: &str, key: &str) -> Option<usize> {
        let is_key = |line: &str| {
            line.trim_start()
                .strip_prefix(key)
                .is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        text.lines().position(is_key).map(|line| line + 1)
    }

    /// Whether the kernel's options have to be inside its image: nothing else tells them.
    pub fn needs_options_inside(&self) -> bool {
        let has = |item: &Spanned<String>| item.get_ref().contains("{cmdline}");
        !self.arguments.iter().chain(self.files.values()).any(has)
    }
}

fn line(text: &str, span: Range<usize>) -> usize {
    let before = text.as_bytes().iter().take(span.start);
    1 + before.filter(|byte| **byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "program = 'lkvm'\narguments = ['run', '{kernel}', '-p', '{cmdline}']\n";

    fn mistake(text: &str) -> (usize, String) {
        let Mistake { line, why } = Description::read(text).unwrap_err();
        (line, why)
    }

    #[test]
    fn two_lines_are_enough() {
        let description = Description::read(GOOD).unwrap();
        assert_eq!(description.console, Console::Stdout);
        assert!(!description.needs_options_inside());
        assert_eq!(Description::line_of(GOOD, "program"), 1);
        assert_eq!(Description::line_of(GOOD, "console"), 2);
    }

    #[test]
    fn mistakes_are_told_with_their_lines() {
        let (line, why) = mistake(&format!("{GOOD}image = 'tape'\n"));
        assert!(line == 3 && why.contains("tape"), "{line} {why}");
        let (line, why) = mistake(&format!("{GOOD}colour = 'red'\n"));
        assert!(line == 3 && why.contains("colour"), "{line} {why}");
        let (_, why) = mistake("arguments = ['{kernel}']\n");
        assert!(why.contains("program"), "{why}");
        let (line, why) = mistake(&GOOD.replace("{cmdline}", "{cmd}"));
        assert!(line == 2 && why.contains("{cmd}") && why.contains("{cmdline}"), "{line} {why}");
        let (line, why) = mistake("program = 'a'\narguments = ['b']\n");
        assert!(line == 2 && why.contains("{kernel}"), "{line} {why}");
        for name in ["/etc/precious", "../x", "a/b", "..", "", "a\\u0000b"] {
            let (line, why) = mistake(&format!("{GOOD}[files]\n'fine' = ''\n\"{name}\" = 'y'\n"));
            assert!(line == 5 && why.contains("cannot be the name of a file"), "{line} {why}");
        }
        let (_, why) = mistake(&format!("{GOOD}console = 'pty'\n"));
        assert!(why.contains("{console}"), "{why}");
        assert!(Description::read(&"#".repeat(LONGEST + 1)).is_err());
    }
}
