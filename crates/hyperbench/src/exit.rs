//! The exit codes: what a script can learn without reading any output.

use std::fmt::Write;
use std::process::ExitCode;

use ground::TroubleKind;

/// How a command ended. Where several apply, the greatest [`Exit::weight`] wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything that was asked for was done.
    Success,
    /// A bug in the tool.
    Internal,
    /// The command line, or a file that it names, is wrong.
    Usage,
    /// A platform is not available, or its guest could not be started or did not boot.
    Platform,
    /// A benchmark faulted, hung, crashed or ran out of time.
    Benchmark,
    /// An output could not be written.
    Output,
    /// The doctor found something bad.
    Unfit,
    /// A comparison broke a rule of `--fail-on`.
    Changed,
    /// Two results cannot be compared.
    NotComparable,
    /// Some of the results that were to be put together are missing.
    Incomplete,
    /// Interrupted by Ctrl-C or a signal.
    Interrupted,
    /// What `bisect-step` tells `git bisect run`, besides good.
    Bisect(Step),
}

/// What `git bisect run` is told of a commit that is not good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It is slower than allowed.
    Bad,
    /// It cannot be judged.
    Skip,
    /// No commit could be judged: the search has to end.
    Abort,
}

impl Step {
    /// All of them, in numeric order.
    pub const ALL: [Self; 3] = [Self::Bad, Self::Skip, Self::Abort];

    /// What the code tells, in one line.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Bad => "the commit is bad: a benchmark broke a rule",
            Self::Skip => "the commit cannot be judged: it did not run, or figures are undecided",
            Self::Abort => {
                "the search has to end: the command line, a file or the machine is wrong"
            }
        }
    }

    /// The process's exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Bad => 1,
            Self::Skip => 125,
            Self::Abort => 129,
        }
    }
}

impl Exit {
    /// Every exit code in numeric order.
    pub const ALL: [Self; 11] = [
        Self::Success,
        Self::Internal,
        Self::Usage,
        Self::Platform,
        Self::Benchmark,
        Self::Output,
        Self::Unfit,
        Self::Changed,
        Self::NotComparable,
        Self::Incomplete,
        Self::Interrupted,
    ];

    /// The process's exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Internal => 1,
            Self::Usage => 2,
            Self::Platform => 3,
            Self::Benchmark => 4,
            Self::Output => 5,
            Self::Unfit => 6,
            Self::Changed => 7,
            Self::NotComparable => 8,
            Self::Incomplete => 9,
            // As shells report a program ended by SIGINT.
            Self::Interrupted => system::interrupt::EXIT_CODE,
            Self::Bisect(step) => step.code(),
        }
    }

    /// What the code tells, in one line.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Success => "everything asked for was done; benchmarks are ok or skipped",
            Self::Internal => "a bug in hyperbench: please report it",
            Self::Usage => "the command line, or a file that it names, is wrong; nothing was run",
            Self::Platform => "a platform is unavailable, or its guest could not be started",
            Self::Benchmark => {
                "a benchmark ended as fault, timeout, hung or crashed, or an image could not be made"
            }
            Self::Output => "the output or the results file could not be written",
            Self::Unfit => "the doctor found something bad on this machine",
            Self::Changed => "a benchmark changed by more than --fail-on allows, for certain",
            Self::NotComparable => "the results come from machines that cannot be compared",
            Self::Incomplete => "some of the results are missing or unusable; the others were used",
            Self::Interrupted => "interrupted by Ctrl-C or a signal; what was measured is kept",
            Self::Bisect(step) => step.meaning(),
        }
    }

    /// The worse of two ways to end.
    #[must_use]
    pub fn worst(self, other: Self) -> Self {
        if other.weight() > self.weight() { other } else { self }
    }

    /// The wider the failure reaches, the heavier: one benchmark, a platform, the results.
    fn weight(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Unfit => 1,
            Self::Changed => 2,
            Self::Benchmark => 3,
            Self::Platform => 4,
            Self::Incomplete => 5,
            Self::NotComparable => 6,
            Self::Usage => 7,
            Self::Output => 8,
            Self::Internal => 9,
            Self::Interrupted => 10,
            Self::Bisect(_) => 11,
        }
    }
}

impl From<TroubleKind> for Exit {
    fn from(kind: TroubleKind) -> Self {
        match kind {
            TroubleKind::Usage => Self::Usage,
            TroubleKind::Unavailable => Self::Platform,
            TroubleKind::Benchmark => Self::Benchmark,
            TroubleKind::NotComparable => Self::NotComparable,
            TroubleKind::Output => Self::Output,
            TroubleKind::Interrupted => Self::Interrupted,
            TroubleKind::Internal => Self::Internal,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// The table of exit codes for the help text.
pub(crate) fn help() -> String {
    let mut text = String::from("Exit codes:\n");
    for exit in Exit::ALL {
        let _ = writeln!(text, "  {:>3}  {}", exit.code(), exit.meaning());
    }
    text
}

/// The same for `bisect-step`.
pub(crate) fn bisect_help() -> String {
    let mut text =
        String::from("Exit codes, as git bisect run expects them:\n    0  the commit is good\n");
    for step in Step::ALL {
        let _ = writeln!(text, "  {:>3}  {}", step.code(), step.meaning());
    }
    let _ = writeln!(text, "  130  {}", Exit::Interrupted.meaning());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_every_code() {
        let page = include_str!("../../../docs/exit-codes.md");
        for exit in Exit::ALL {
            let row = format!("|{}|{}|", exit.code(), exit.meaning());
            assert!(page.contains(&row), "docs/exit-codes.md lacks: {row}");
        }
        for step in Step::ALL {
            let row = format!("|{}|{}|", step.code(), step.meaning());
            assert!(page.contains(&row), "docs/exit-codes.md lacks: {row}");
        }
    }

    #[test]
    fn the_failure_that_reaches_furthest_wins() {
        assert_eq!(Exit::Benchmark.worst(Exit::Platform), Exit::Platform);
        assert_eq!(Exit::Interrupted.worst(Exit::Output), Exit::Interrupted);
        assert_eq!(Exit::Success.worst(Exit::Success), Exit::Success);
    }
}
