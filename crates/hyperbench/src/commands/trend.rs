//! `hyperbench trend`: results over time.

use super::files::Page;
use super::fleet::Gathered;
use crate::cli::TrendArgs;
use crate::exit::Exit;
use analysis::trend::Trend;
use ground::Trouble;
use system::output::stdout;

/// Reads one file after the other, and prints where costs step.
pub(super) fn trend(args: &TrendArgs) -> Result<Exit, Trouble> {
    let page = args.page.as_deref().map(|path| Page::new(path, &args.paths)).transpose()?;
    let gathered = Gathered::from(&args.paths)?;
    let trend = Trend::of(&gathered.fleet, args.as_given, args.last.into(), args.threshold);
    reports::trend(&trend, args.printed.format(), &mut stdout())?;
    let fails = args.fail_on_change.is_some_and(|runs| trend.has_changed_within(runs.into()));
    let changed = if fails { Exit::Changed } else { Exit::Success };
    let exit = gathered.remark().worst(changed);
    page.map_or(Ok(()), |page| page.write(&reports::page::trend_page(&trend)))?;
    Ok(exit)
}
