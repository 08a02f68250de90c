//! Rules by which a comparison passes or fails, for CI.

use std::path::Path;
use std::str::FromStr;

use serde::Deserialize;

use super::{Change, Comparison, Row, Verdict};
use ground::{Pattern, Trouble};
use results::Violation;

/// What a benchmark must not become, such as `slower>5%`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// Whether getting dearer fails.
    slower: bool,
    /// Whether getting cheaper fails.
    faster: bool,
    /// The share beyond which it does.
    limit: f64,
}

/// All rules of a comparison.
#[derive(Debug, Clone, Default)]
pub struct Gate {
    /// Rules for some benchmarks; the first that matches counts, `None` lets everything pass.
    some: Vec<(Pattern, Option<Rule>)>,
    /// Rules for all others.
    all: Vec<Rule>,
}

/// A file of rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    rule: Vec<FileRule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FileRule {
    benchmarks: String,
    fail_on: String,
}

impl Gate {
    /// Rules for all benchmarks, but for those that the file at `exceptions` has others for.
    ///
    /// # Errors
    /// When the file cannot be read or a rule in it is wrong.
    pub fn new(all: &[Rule], exceptions: Option<&Path>) -> Result<Self, Trouble> {
        let some = exceptions.map(read_rules).transpose()?.unwrap_or_default();
        Ok(Self { some, all: all.to_vec() })
    }

    /// Whether there is no rule at all.
    pub fn is_open(&self) -> bool {
        self.some.is_empty() && self.all.is_empty()
    }

    /// The same with a further rule for all benchmarks.
    #[must_use]
    pub fn and(mut self, rule: Rule) -> Self {
        self.all.push(rule);
        self
    }

    /// What broke a rule.
    pub fn violations(&self, comparison: &Comparison) -> Vec<Violation> {
        comparison.rows.iter().flat_map(|row| self.broken_by(row)).collect()
    }

    /// Whether a rule watches a benchmark that was measured and is undecided.
    pub fn is_undecided(&self, comparison: &Comparison) -> bool {
        let open = |row: &Row| match (row.verdict, &row.change) {
            (Verdict::Undecided, Some(_)) => !self.rules(&row.benchmark).is_empty(),
            _ => false,
        };
        comparison.rows.iter().any(open)
    }

    fn rules(&self, benchmark: &str) -> Vec<Rule> {
        let own = self.some.iter().find(|(pattern, _)| pattern.matches(benchmark));
        own.map_or_else(|| self.all.clone(), |(_, rule)| rule.iter().copied().collect())
    }

    fn broken_by(&self, row: &Row) -> Vec<Violation> {
        let Some(change) = &row.change else { return Vec::new() };
        let broken = self.rules(&row.benchmark).into_iter().filter(|rule| rule.is_broken(change));
        let violation = |rule: Rule| Violation {
            benchmark: row.benchmark.clone(),
            change: change.share,
            rule: rule.to_string(),
        };
        broken.map(violation).collect()
    }
}

impl Rule {
    /// Getting dearer by more than a share of `limit` fails.
    pub fn slower(limit: f64) -> Self {
        Self { slower: true, faster: false, limit }
    }

    /// Whether `change` is beyond the limit, and certain.
    fn is_broken(&self, change: &Change) -> bool {
        let beyond = (self.slower && change.share > self.limit)
            || (self.faster && change.share < -self.limit);
        beyond && change.certain
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no rule: write slower>5%, faster>5% or changed>5%");
        let (what, limit) = text.split_once('>').ok_or_else(wrong)?;
        let limit = threshold(limit)?;
        match what.trim() {
            "slower" => Ok(Self { slower: true, faster: false, limit }),
            "faster" => Ok(Self { slower: false, faster: true, limit }),
            "changed" => Ok(Self { slower: true, faster: true, limit }),
            _ => Err(wrong()),
        }
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let what = match (self.slower, self.faster) {
            (true, false) => "slower",
            (false, true) => "faster",
            _ => "changed",
        };
        write!(f, "{what}>{}%", self.limit * 100.0)
    }
}

/// Reads a change that matters, such as `5%`, as a share.
///
/// # Errors
/// When it is no percentage from 0 to 1,000,000.
pub fn threshold(text: &str) -> Result<f64, String> {
    let number = text.trim().strip_suffix('%').map(str::trim_end);
    let percent = number.and_then(|number| number.parse::<f64>().ok());
    let percent = percent.filter(|percent| (0.0..=1e6).contains(percent));
    percent
        .map(|percent| percent / 100.0)
        .ok_or_else(|| format!("{text:?} is no percentage from 0 up, such as 5%"))
}

fn read_rules(path: &Path) -> Result<Vec<(Pattern, Option<Rule>)>, Trouble> {
    let wrong = |why: String| {
        Trouble::usage(
            format!("the rules in {} cannot be used: {why}", path.display()),
            "write one or more of: [[rule]] benchmarks = \"ipi*\" fail-on = \"slower>30%\" (or \"never\")",
        )
    };
    let text = system::input::read_text(path).map_err(|error| wrong(error.to_string()))?;
    let file: File = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let rule = |rule: &FileRule| {
        let pattern = Pattern::new(&rule.benchmarks).map_err(&wrong)?;
        let what = match rule.fail_on.as_str() {
            "never" => None,
            text => Some(text.parse().map_err(wrong)?),
        };
        Ok((pattern, what))
    };
    file.rule.iter().map(rule).collect()
}
