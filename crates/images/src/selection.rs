//! Which benchmarks a run is to bring: those of a suite, or what patterns name.

use ground::{Pattern, Trouble};
use protocol::Benchmark;

/// What a pattern for categories begins with.
const GROUP: &str = "group:";

/// The patterns of a run; none of them means a suite.
#[derive(Debug, Clone)]
pub struct Selection {
    choices: Vec<Choice>,
    suite: fn(&Benchmark) -> bool,
}

/// One of them.
#[derive(Debug, Clone)]
struct Choice {
    text: String,
    pattern: Pattern,
    /// Whether it is for categories rather than names.
    is_group: bool,
}

impl Choice {
    fn new(text: &str) -> Result<Self, Trouble> {
        let group = text.strip_prefix(GROUP);
        let pattern = Pattern::new(group.unwrap_or(text)).map_err(|why| {
            Trouble::usage(why, "use plain names, or patterns such as 'ipi*' and '{in,out}'")
        })?;
        Ok(Self { text: text.to_owned(), pattern, is_group: group.is_some() })
    }

    fn matches(&self, benchmark: &Benchmark) -> bool {
        self.pattern.matches(if self.is_group { &benchmark.category } else { &benchmark.name })
    }
}

impl Selection {
    /// Compiles the patterns; without any, the benchmarks that are in `suite` are selected.
    ///
    /// # Errors
    /// When one of them is not a glob.
    pub fn new(patterns: &[String], suite: fn(&Benchmark) -> bool) -> Result<Self, Trouble> {
        let choices = patterns.iter().map(|text| Choice::new(text)).collect::<Result<_, _>>()?;
        Ok(Self { choices, suite })
    }

    /// Whether a benchmark called `name` is named, or all are; patterns of categories name none by itself.
    pub fn names(&self, name: &str) -> bool {
        let is_named = |it: &Choice| !it.is_group && it.pattern.matches(name);
        self.choices.is_empty() || self.choices.iter().any(is_named)
    }

    /// Those of `benchmarks` that are selected, in their order. Extra benchmarks are
    /// selected by a pattern that matches them, never by a suite.
    pub fn apply(&self, benchmarks: &[Benchmark]) -> Vec<Benchmark> {
        if self.choices.is_empty() {
            let in_suite = |b: &&Benchmark| !b.extra && (self.suite)(b);
            return benchmarks.iter().filter(in_suite).cloned().collect();
        }
        self.matching(benchmarks)
    }

    /// Those of `benchmarks` that the patterns select; all where there is none.
    pub fn matching(&self, benchmarks: &[Benchmark]) -> Vec<Benchmark> {
        let wanted = |b: &&Benchmark| {
            self.choices.is_empty() || self.choices.iter().any(|choice| self.takes(choice, b))
        };
        benchmarks.iter().filter(wanted).cloned().collect()
    }

    /// Whether `choice` selects `benchmark`. Only the papers' suite has time for what takes seconds, and is
    /// asked for where there are more programs: another suite's patterns have to call it by its name.
    fn takes(&self, choice: &Choice, benchmark: &Benchmark) -> bool {
        let is_meant = !benchmark.is_for_papers_suite()
            || choice.text == benchmark.name
            || (self.suite)(benchmark);
        is_meant && choice.matches(benchmark)
    }

    /// Whether every dangerous one of `selected` is called by its name, as opposed to matching a
    /// pattern that was perhaps not meant for it.
    pub fn names_the_dangerous(&self, selected: &[Benchmark]) -> bool {
        let named = |b: &Benchmark| self.choices.iter().any(|choice| choice.text == b.name);
        let mut dangerous = selected.iter().filter(|b| b.dangerous).peekable();
        dangerous.peek().is_some() && dangerous.all(named)
    }

    /// Checks that every pattern selects something.
    ///
    /// # Errors
    /// Names the first pattern that does not.
    pub fn check(&self, benchmarks: &[Benchmark]) -> Result<(), Trouble> {
        let idle = |choice: &&Choice| !benchmarks.iter().any(|b| self.takes(choice, b));
        match self.choices.iter().find(idle) {
            None => Ok(()),
            Some(Choice { text, .. }) => Err(Trouble::usage(
                format!("no benchmark matches {text:?}"),
                "`hyperbench list benchmarks` shows names and categories; write a category as group:NAME",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Need;

    fn image() -> [Benchmark; 4] {
        let extra = |name: &str, extra| Benchmark { extra, ..Benchmark::named(name, "test") };
        let smi = Benchmark { dangerous: true, ..Benchmark::named("smi", "danger") };
        [extra("in", false), extra("ipi", false), extra("hang", true), smi]
    }

    fn selection(patterns: &[&str]) -> Selection {
        let patterns: Vec<_> = patterns.iter().map(|&p| p.to_owned()).collect();
        Selection::new(&patterns, |b| !b.dangerous).unwrap()
    }

    fn names(patterns: &[&str]) -> Vec<String> {
        selection(patterns).apply(&image()).into_iter().map(|b| b.name).collect()
    }

    #[test]
    fn without_patterns_the_suite_is_selected() {
        assert_eq!(names(&[]), ["in", "ipi"]);
        assert_eq!(selection(&[]).matching(&image()).len(), 4);
    }

    #[test]
    fn patterns_select_in_the_order_of_the_image_and_reach_extra_benchmarks() {
        assert_eq!(names(&["ipi", "i?"]), ["in", "ipi"]);
        assert_eq!(names(&["*an*"]), ["hang"]);
        assert_eq!(names(&["group:d*", "in"]), ["in", "smi"]);
    }

    #[test]
    fn what_is_dangerous_has_to_be_called_by_its_name() {
        let allowed = |patterns: &[&str]| {
            let selection = selection(patterns);
            selection.names_the_dangerous(&selection.apply(&image()))
        };
        assert!(allowed(&["smi", "i*"]));
        assert!(!allowed(&["s*"]) && !allowed(&["group:danger"]) && !allowed(&["in"]));
    }

    #[test]
    fn what_takes_long_or_more_programs_is_of_its_suite_or_called_by_its_name() {
        let long = Benchmark { paper_sized: true, ..Benchmark::named("gzip-paper", "test") };
        let needy =
            Benchmark { needs: vec![Need::MorePrograms], ..Benchmark::named("gzip-java", "test") };
        let image = [Benchmark::named("gzip", "test"), long, needy];
        let full = |b: &Benchmark| !b.is_for_papers_suite();
        let selected = |pattern: &str, suite: fn(&Benchmark) -> bool| {
            Selection::new(&[pattern.to_owned()], suite).unwrap().apply(&image).len()
        };
        assert_eq!(selected("gzip*", full), 1);
        assert_eq!(selected("gzip*", |_| true), 3);
        assert_eq!((selected("gzip-paper", full), selected("gzip-java", full)), (1, 1));
        let unmeant = Selection::new(&["*-paper".to_owned()], full).unwrap();
        assert!(unmeant.check(&image).is_err());
    }

    #[test]
    fn patterns_that_match_nothing_or_are_none_are_named() {
        let unknown = selection(&["in", "outt"]);
        let error = unknown.check(&image()).unwrap_err();
        assert!(error.to_string().contains("outt"));
        let broken = Selection::new(&["[".into()], |_| true);
        assert!(broken.unwrap_err().why.contains("is not a valid pattern"));
    }
}
