//! Steps of a check, and where in the file one that failed is written.

use std::fmt::Display;
use std::io::{Write, stdout};
use std::path::Path;

use ground::Trouble;
use monitors::described::Description;

/// Tells what has been seen of `step`.
pub(super) fn say(step: &str, what: impl Display) -> std::io::Result<()> {
    writeln!(stdout().lock(), "{step}: {what}")
}

/// A step that failed, where it is written in the file.
pub(super) struct Place<'a> {
    pub file: &'a Path,
    pub text: &'a str,
}

impl Place<'_> {
    /// The step that `key` is for has failed; `next` says what to do.
    pub(super) fn failed(&self, key: &str, step: &str, why: impl Display, next: &str) -> Trouble {
        let line = Description::line_of(self.text, key);
        let why = format!("{}:{line}: {key}: {step}: {why}", self.file.display());
        Trouble::unavailable(why, next.to_owned())
    }
}
