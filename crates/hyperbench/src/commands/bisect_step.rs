//! `hyperbench bisect-step`: one step of `git bisect run`.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::cli::BisectStepArgs;
use crate::error::render;
use crate::exit::{Exit, Step};
use crate::workloads::with_programs;
use analysis::compare::{Rule, Side, Verdict};
use ground::{Trouble, TroubleKind};
use results::Document;
use system::output::{stdout, tell};

use super::{compare, run};

/// Measures, compares and says what to do with the commit. Whatever goes wrong, the code is one
/// that does not blame the commit for it.
pub(super) fn bisect_step(args: &BisectStepArgs) -> Exit {
    match catch_unwind(AssertUnwindSafe(|| step(args))) {
        Ok(Ok(exit)) => exit,
        Ok(Err(failure)) => {
            tell(render(&failure));
            let skip = failure.kind == TroubleKind::Unavailable;
            Exit::Bisect(if skip { Step::Skip } else { Step::Abort })
        }
        Err(_) => Exit::Bisect(Step::Abort),
    }
}

fn step(args: &BisectStepArgs) -> Result<Exit, Trouble> {
    let file = args.good.as_deref().unwrap_or_default();
    let good = Side::find(file)?;
    let mut run_args = args.run.clone();
    if run_args.platforms.is_empty() && !run_args.is_ab() {
        run_args.platforms.push(good.run.spec.clone());
    }
    run_args.guest.kind.get_or_insert(good.run.guest);
    let threshold = run_args.judge.threshold();
    let gate = run_args.judge.gate()?;
    let gate = if gate.is_open() { gate.and(Rule::slower(threshold)) } else { gate };
    let request = run_args.request(super::tool())?;
    if request.targets.len() != 1 {
        return Err(not_one_platform(request.targets.len()));
    }
    let (document, exit) = run::measure(&with_programs(request)?)?;
    if exit == Exit::Interrupted {
        return Ok(exit);
    }
    if exit == Exit::Output {
        return Ok(Exit::Bisect(Step::Abort));
    }
    let now = only_platform(document)?;
    let comparison = compare::compared(&good, &now, threshold)?;
    let violations = gate.violations(&comparison);
    write!(stdout(), "{}", reports::comparison(&comparison, &violations, true))?;
    if !comparison.comparable {
        tell(format_args!(
            "error: {file} comes from another machine; measure it again on this one"
        ));
        return Ok(Exit::Bisect(Step::Abort));
    }
    let unsure = gate.is_undecided(&comparison) || comparison.count(Verdict::Broken) > 0;
    let nothing = comparison.rows.iter().all(|row| row.change.is_none());
    Ok(match (violations.is_empty(), unsure || nothing) {
        (false, _) => Exit::Bisect(Step::Bad),
        (true, true) => Exit::Bisect(Step::Skip),
        (true, false) => Exit::Success,
    })
}

fn only_platform(document: Document) -> Result<Side, Trouble> {
    let count = document.platforms.len();
    match &document.platforms[..] {
        [only] => {
            let label = only.label.clone();
            Ok(Side::of(document, "this commit", Some(&label))?)
        }
        _ => Err(not_one_platform(count)),
    }
}

fn not_one_platform(count: usize) -> Trouble {
    Trouble::usage(
        format!("one platform is to be judged, and the command line names {count}"),
        "name it with --platform; without, that of the good results is taken",
    )
}
