//! What the doctor finds on the host.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much a finding spoils the figures; the later, the worse.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not at all.
    Ok,
    /// The machine does not tell.
    Unknown,
    /// Figures scatter, or are higher than they had to be.
    Warn,
    /// Figures do not mean what they seem to mean.
    Bad,
}

impl Level {
    /// All of them, the worst first.
    pub const WORST_FIRST: [Self; 4] = [Self::Bad, Self::Warn, Self::Unknown, Self::Ok];

    /// The word for it, in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Unknown => "unknown",
            Self::Warn => "warn",
            Self::Bad => "bad",
        }
    }

    /// Whether something should be done about it.
    pub fn is_trouble(self) -> bool {
        self >= Self::Warn
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// The check's name.
    pub check: String,
    /// How much it matters.
    pub level: Level,
    /// What was found.
    pub found: String,
    /// Why this matters for timing, in one sentence.
    pub why: String,
    /// The command that mends it, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What to do where no command helps, or what to know before running it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

impl Finding {
    /// How many findings there are of each level that occurs, the worst first.
    pub fn counts(findings: &[Self]) -> String {
        let count = |level| findings.iter().filter(|finding| finding.level == level).count();
        let parts = Level::WORST_FIRST.iter().map(|level| (count(*level), level));
        let parts: Vec<_> =
            parts.filter(|(n, _)| *n > 0).map(|(n, level)| format!("{n} {level}")).collect();
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_called_the_same_in_files_and_on_the_screen() {
        for level in Level::WORST_FIRST {
            assert_eq!(serde_json::to_value(level).unwrap(), level.word());
        }
        assert_eq!(format!("{:>5}|", Level::Ok), "   ok|");
    }

    #[test]
    fn trouble_is_what_distorts_figures() {
        assert_eq!(Level::WORST_FIRST.map(Level::is_trouble), [true, true, false, false]);
    }

    #[test]
    fn findings_are_counted_by_their_level_the_worst_first() {
        let finding = |level| Finding {
            check: "a".to_owned(),
            level,
            found: String::new(),
            why: String::new(),
            command: None,
            advice: None,
        };
        let all = [Level::Warn, Level::Bad, Level::Warn].map(finding);
        assert_eq!(Finding::counts(&all), "1 bad, 2 warn");
        assert_eq!(Finding::counts(&[]), "");
    }
}
