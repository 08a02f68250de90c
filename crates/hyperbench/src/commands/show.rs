//! `hyperbench show`: the table of a run again, or of several side by side.

use super::{answers, catalogues, side_by_side};
use crate::cli::{COSTS_VIEW, RATES_VIEW, ShowArgs};
use crate::exit::Exit;
use analysis::view::View;
use ground::Trouble;
use system::output::stdout;

/// Prints the table.
pub(super) fn show(args: &ShowArgs) -> Result<Exit, Trouble> {
    let view = args.view.as_deref().and_then(View::find);
    let published = view.iter().flat_map(|view| view.references.clone());
    let mut files = side_by_side::or_latest(&args.files);
    let published: Vec<_> = published.filter(|name| !files.contains(name)).collect();
    files.extend(published);
    let mut all = side_by_side::open(&files, args.baseline.as_deref())?;
    if let Some(view) = view {
        view.apply(&mut all.document);
    }
    let mut out = stdout();
    match args.view.as_deref() {
        Some(COSTS_VIEW) => reports::system_costs(&all.document, &mut out)?,
        Some(RATES_VIEW) => {
            let works = catalogues::of_each(|benchmark| benchmark.work)?;
            reports::rates(&all.document, &works, &mut out)?;
        }
        _ => {
            let words: String = args.files.iter().map(|file| format!(" {file}")).collect();
            let from =
                answers::From { words: &words, name: None, has_baseline: args.baseline.is_some() };
            answers::print(&all, &args.shown, &from, &mut out)?;
        }
    }
    Ok(Exit::Success)
}
