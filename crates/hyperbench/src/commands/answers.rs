//! The first screen of results, as `run` and `show` print it.

use std::io;

use super::catalogues;
use crate::cli::ShownArgs;
use analysis::SideBySide;
use ground::Trouble;
use measuring::platforms;
use protocol::Path;
use reports::{Answers, Operation};

/// Where results come from.
pub(super) struct From<'a> {
    /// The words after `hyperbench show` that stand for them; none for the latest run.
    pub(super) words: &'a str,
    /// The name under which they have just been kept.
    pub(super) name: Option<&'a str>,
    /// Whether the user has named a baseline, and so wants ratios to it.
    pub(super) has_baseline: bool,
}

/// Prints the first screen of `all`, or with `--details` everything.
pub(super) fn print(
    all: &SideBySide,
    shown: &ShownArgs,
    from: &From,
    out: &mut dyn io::Write,
) -> Result<(), Trouble> {
    if shown.details {
        reports::side_by_side(all, from.has_baseline, out)?;
        let saved = from.name.map(|name| format!("\nSaved as {name}.\n"));
        return Ok(out.write_all(saved.unwrap_or_default().as_bytes())?);
    }
    if let Some(unit) = shown.unit.filter(|unit| !unit.is_in(&all.document)) {
        return Err(Trouble::usage(
            format!("these results have no figures in {}", unit.word()),
            "leave --unit out, or name another",
        ));
    }
    let operations = catalogues::of_each(|benchmark| {
        let is_answered = benchmark.path != Path::Direct;
        Some(Operation { summary: benchmark.summary, is_answered })
    })?;
    let all_platforms = platforms::all();
    let natives = all_platforms.iter().filter(|platform| platform.about().is_native);
    let natives: Vec<&str> = natives.map(|platform| platform.name()).collect();
    let answers = Answers {
        counted: shown.unit,
        all: shown.all,
        ratios: from.has_baseline,
        operations: &operations,
        natives: &natives,
        words: from.words,
        name: from.name,
    };
    Ok(reports::answers(all, &answers, out)?)
}
