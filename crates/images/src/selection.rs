//! Which benchmarks a run is to bring: the standard suite, or what patterns name.

use globset::{Glob, GlobSet, GlobSetBuilder};
use miette::Diagnostic;
use thiserror::Error;

use protocol::Benchmark;

/// Patterns that select nothing.
#[derive(Debug, Error, Diagnostic)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SelectionError {
    #[error("no benchmark matches {pattern:?}")]
    #[diagnostic(help(
        "`hyperbench list benchmarks` shows their names; patterns may hold * and ?"
    ))]
    NoSuchBenchmark { pattern: String },

    #[error("{pattern:?} is not a valid pattern: {why}")]
    #[diagnostic(help("use plain names, or patterns such as 'ipi*' and '{{in,out}}'"))]
    BadPattern { pattern: String, why: String },
}

/// The patterns of a run; none of them means the standard suite.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    patterns: Vec<String>,
    globs: GlobSet,
}

impl Selection {
    /// Compiles the patterns.
    ///
    /// # Errors
    /// When one of them is not a glob.
    pub fn new(patterns: &[String]) -> Result<Self, SelectionError> {
        let mut globs = GlobSetBuilder::new();
        for pattern in patterns {
            globs.add(glob(pattern)?);
        }
        let globs = globs.build().map_err(|e| bad(&patterns.join(" "), &e))?;
        Ok(Self { patterns: patterns.to_vec(), globs })
    }

    /// Those of `benchmarks` that are selected, in their order. Extra benchmarks are
    /// selected by a pattern that matches them, never by default.
    pub fn apply(&self, benchmarks: &[Benchmark]) -> Vec<Benchmark> {
        let wanted = |b: &&Benchmark| match self.patterns.is_empty() {
            true => !b.extra,
            false => self.globs.is_match(&b.name),
        };
        benchmarks.iter().filter(wanted).cloned().collect()
    }

    /// Checks that every pattern selects something.
    ///
    /// # Errors
    /// Names the first pattern that does not.
    pub fn check(&self, benchmarks: &[Benchmark]) -> Result<(), SelectionError> {
        for pattern in &self.patterns {
            let matcher = glob(pattern)?.compile_matcher();
            if !benchmarks.iter().any(|b| matcher.is_match(&b.name)) {
                return Err(SelectionError::NoSuchBenchmark { pattern: pattern.clone() });
            }
        }
        Ok(())
    }
}

fn glob(pattern: &str) -> Result<Glob, SelectionError> {
    Glob::new(pattern).map_err(|e| bad(pattern, &e))
}

fn bad(pattern: &str, error: &globset::Error) -> SelectionError {
    SelectionError::BadPattern { pattern: pattern.to_owned(), why: error.kind().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(patterns: &[&str]) -> Vec<String> {
        let benchmark = |name: &str, extra| Benchmark { extra, ..Benchmark::named(name, "test") };
        let image = [benchmark("in", false), benchmark("ipi", false), benchmark("hang", true)];
        let patterns: Vec<_> = patterns.iter().map(|&p| p.to_owned()).collect();
        let selection = Selection::new(&patterns).unwrap();
        selection.apply(&image).into_iter().map(|b| b.name).collect()
    }

    #[test]
    fn without_patterns_the_standard_suite_is_selected() {
        assert_eq!(names(&[]), ["in", "ipi"]);
    }

    #[test]
    fn patterns_select_in_the_order_of_the_image_and_reach_extra_benchmarks() {
        assert_eq!(names(&["ipi", "i?"]), ["in", "ipi"]);
        assert_eq!(names(&["*an*"]), ["hang"]);
    }

    #[test]
    fn patterns_that_match_nothing_or_are_none_are_named() {
        let selection = Selection::new(&["in".into(), "outt".into()]).unwrap();
        let error = selection.check(&[Benchmark::named("in", "io")]).unwrap_err();
        assert!(error.to_string().contains("outt"));
        assert!(matches!(Selection::new(&["[".into()]), Err(SelectionError::BadPattern { .. })));
    }
}
