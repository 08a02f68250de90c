//! The error: what happened, in a sentence, and what to do next.

use std::error::Error;
use std::fmt;
use std::io;

/// What keeps the tool from doing what it was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// What it is about; decides how the tool ends.
    pub kind: TroubleKind,
    /// What happened and what it means, in a sentence without its full stop.
    pub why: String,
    /// The next step to take, in the same form.
    pub next: String,
}

/// What trouble is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TroubleKind {
    /// The command line, or a file that it names.
    Usage,
    /// A platform, or what its guests need, is not there.
    Unavailable,
    /// A benchmark did not do its work.
    Benchmark,
    /// Results that cannot be set against each other.
    NotComparable,
    /// An output could not be written.
    Output,
    /// The user does not want to wait for it.
    Interrupted,
    /// A mistake of the tool's own.
    Internal,
}

impl Trouble {
    /// The command line, or a file that it names, is wrong.
    pub fn usage(why: impl Into<String>, next: impl Into<String>) -> Self {
        Self { kind: TroubleKind::Usage, why: why.into(), next: next.into() }
    }

    /// A platform, or what its guests need, is not there.
    pub fn unavailable(why: impl Into<String>, next: impl Into<String>) -> Self {
        Self { kind: TroubleKind::Unavailable, why: why.into(), next: next.into() }
    }

    /// An output could not be written.
    pub fn output(why: impl Into<String>, next: impl Into<String>) -> Self {
        Self { kind: TroubleKind::Output, why: why.into(), next: next.into() }
    }

    /// The user has ended it; there is nothing to do about that.
    pub fn interrupted() -> Self {
        Self { kind: TroubleKind::Interrupted, why: "interrupted".into(), next: String::new() }
    }

    /// The same trouble, about something else.
    #[must_use]
    pub fn about(self, kind: TroubleKind) -> Self {
        Self { kind, ..self }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl Error for Trouble {}

/// The standard output cannot be written: every other output is named by who writes to it.
impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::output(
            format!("cannot write to the standard output: {error}"),
            "check where it is redirected to",
        )
    }
}
