//! How comparisons are judged: options that several commands share.

use std::path::PathBuf;

use clap::Args;

use analysis::compare::{Gate, Rule, THRESHOLD, threshold};
use ground::Trouble;

/// How to judge a comparison.
#[derive(Debug, Clone, Args)]
pub(crate) struct JudgeArgs {
    /// The change that matters, such as 2%; smaller ones are the same [default: 5%]
    #[arg(long = "threshold", value_name = "PERCENT", value_parser = threshold)]
    given: Option<f64>,

    /// Fail where a benchmark is slower>N%, faster>N% or changed>N%, for certain; may be repeated
    #[arg(long, value_name = "RULE")]
    fail_on: Vec<Rule>,

    /// Rules for some benchmarks, which come before --fail-on, from this TOML file
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl JudgeArgs {
    /// The change that matters, as a share.
    pub(crate) fn threshold(&self) -> f64 {
        self.given.unwrap_or(THRESHOLD)
    }

    /// Whether any of it was given.
    pub(crate) fn is_given(&self) -> bool {
        self.given.is_some() || !self.fail_on.is_empty() || self.rules.is_some()
    }

    /// The rules.
    ///
    /// # Errors
    /// When the file of rules cannot be used.
    pub(crate) fn gate(&self) -> Result<Gate, Trouble> {
        Gate::new(&self.fail_on, self.rules.as_deref())
    }
}
