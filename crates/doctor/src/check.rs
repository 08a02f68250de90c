//! What a check is, and what it may say.

use super::Context;
use results::{Finding, Level};

/// Something that a machine can have right or wrong.
#[derive(Debug)]
pub struct Check {
    /// Its name, of lowercase words with hyphens.
    pub name: &'static str,
    /// Why it matters for timing, in one sentence.
    pub why: &'static str,
    /// Whether it compares two moments, so that it says something only after a while.
    pub over_time: bool,
    /// Looks at the machine.
    pub look: fn(&Context) -> Verdict,
}

impl Check {
    /// Looks at the machine, and says why it matters.
    pub fn examine(&self, context: &Context) -> Finding {
        let Verdict { level, found, command, advice } = (self.look)(context);
        let (check, why) = (self.name.to_owned(), self.why.to_owned());
        Finding { check, level, found, why, command, advice }
    }
}

/// What a check says of a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    level: Level,
    found: String,
    command: Option<String>,
    advice: Option<String>,
}

impl Verdict {
    /// It is as it should be.
    pub fn ok(found: impl Into<String>) -> Self {
        Self::new(Level::Ok, found)
    }

    /// The machine does not tell.
    pub fn unknown(found: impl Into<String>) -> Self {
        Self::new(Level::Unknown, found)
    }

    /// It makes figures scatter, or higher than they had to be.
    pub fn warn(found: impl Into<String>) -> Self {
        Self::new(Level::Warn, found)
    }

    /// It makes figures mean something else than they seem to.
    pub fn bad(found: impl Into<String>) -> Self {
        Self::new(Level::Bad, found)
    }

    /// The command that mends it, to be pasted into a shell as it is.
    #[must_use]
    pub fn mend(mut self, command: impl Into<String>) -> Self {
        self.command = Some(command.into());
        self
    }

    /// What to do where no command helps, or what to know before running it.
    #[must_use]
    pub fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }

    fn new(level: Level, found: impl Into<String>) -> Self {
        Self { level, found: found.into(), command: None, advice: None }
    }
}
