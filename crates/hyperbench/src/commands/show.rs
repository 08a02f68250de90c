//! `hyperbench show`: the table of a run again, or of several side by side.

use super::{carried, side_by_side};
use crate::cli::{COSTS_VIEW, RATES_VIEW, ShowArgs};
use crate::exit::Exit;
use analysis::view::View;
use ground::Trouble;
use system::output::stdout;

/// Prints the table.
pub(super) fn show(args: &ShowArgs) -> Result<Exit, Trouble> {
    let view = args.view.as_deref().and_then(View::find);
    let published = view.iter().flat_map(|view| view.references.clone());
    let mut files = args.files.clone();
    files.extend(published.filter(|name| !args.files.contains(name)));
    let mut all = side_by_side::open(&files, args.baseline.as_deref())?;
    if let Some(view) = view {
        view.apply(&mut all.document);
    }
    let mut out = stdout();
    match args.view.as_deref() {
        Some(COSTS_VIEW) => reports::system_costs(&all.document, &mut out)?,
        Some(RATES_VIEW) => {
            let works = carried::of_each(|benchmark| benchmark.work)?;
            reports::rates(&all.document, &works, &mut out)?;
        }
        _ => reports::side_by_side(&all, &mut out)?,
    }
    Ok(Exit::Success)
}
