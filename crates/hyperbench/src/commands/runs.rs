//! `hyperbench runs`: the runs that are kept without being asked for.

use std::io::Write;

use crate::cli::{RunsAction, RunsArgs};
use crate::exit::Exit;
use ground::Trouble;
use reports::RunRow;
use results::{KeptRun, MOST_RUNS, Runs, read};
use system::output::stdout;

/// Runs that are listed unless all are wanted: each has to be read whole.
const SHOWN: usize = 20;

/// Lists, names or removes runs.
pub(super) fn runs(args: &RunsArgs) -> Result<Exit, Trouble> {
    let runs = Runs::open()?;
    let mut out = stdout();
    match &args.action {
        None => {
            let all = runs.list();
            let count = if args.all { all.len() } else { all.len().min(SHOWN) };
            let rows: Vec<RunRow> = all[..count].iter().map(row).collect();
            out.write_all(reports::runs(&rows, all.len() - count, MOST_RUNS).as_bytes())?;
        }
        Some(RunsAction::Name { run, name }) => {
            runs.rename(run, name)?;
            writeln!(out, "{run} is called {name} now")?;
        }
        Some(RunsAction::Remove { runs: names }) => {
            // First what each stands for: removing one moves those behind @.
            let found = names.iter().map(|name| Ok(runs.get(name)?.name));
            for name in found.collect::<Result<Vec<_>, Trouble>>()? {
                runs.remove(&name)?;
                writeln!(out, "removed {name}")?;
            }
        }
    }
    Ok(Exit::Success)
}

fn row(run: &KeptRun) -> RunRow {
    let document = read(&run.path).map_err(|trouble| trouble.why);
    RunRow { name: run.name.clone(), size: run.size, document: document.map(Box::new) }
}
