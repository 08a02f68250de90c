//! `hyperbench import`: results from the text of consoles, or of a screen.

use std::path::Path;

use super::{contents, run};
use crate::cli::{IngestArgs, stem};
use crate::exit::Exit;
use analysis::screen::{Mistake, Screen};
use ground::{Arch, GuestKind, Trouble};
use images::KernelImage;
use results::Store;
use system::output::{stdout, tell};

/// Mistakes that are named one by one.
const SHOWN: usize = 10;

/// Begins the records of our kernel.
const RECORD: &[u8] = b"@hb1 ";

/// Reads consoles and screens; `None` where the text is neither's.
pub(super) fn ingest(args: &IngestArgs) -> Result<Option<Exit>, Trouble> {
    if args.screen {
        return screen(args).map(Some);
    }
    let first = contents(Path::new(&args.logs[0]))?;
    if memchr::memmem::find(&first, RECORD).is_some() {
        return run::show(&args.request(super::tool())?, &args.printed).map(Some);
    }
    match Screen::read(&String::from_utf8_lossy(&first)) {
        Ok(_) => screen(args).map(Some),
        Err(_) => Ok(None),
    }
}

/// Reads the pages of a screen's summary, prints them, and keeps them.
fn screen(args: &IngestArgs) -> Result<Exit, Trouble> {
    let store = args.output.as_deref().map(Store::new).transpose()?;
    let files = args.logs.iter().map(|file| contents(Path::new(file)));
    let text = files.collect::<Result<Vec<_>, _>>()?.join(&b'\n');
    let files = args.logs.join(" ");
    let screen = Screen::read(&String::from_utf8_lossy(&text)).map_err(|mistakes| {
        Trouble::usage(
            format!(
                "{file} is not what the kernel showed: {why}",
                file = files,
                why = named(&mistakes)
            ),
            "look at these lines again: l and 1, o and 0, b and 8, 5 and s",
        )
    })?;
    let image = Arch::named(screen.arch())
        .and_then(|arch| KernelImage::carried(arch, GuestKind::Bare).ok());
    let category = |name: &str| {
        let mut known = image.iter().flat_map(|image| &image.benchmarks);
        Some(known.find(|benchmark| benchmark.name == name)?.category.clone())
    };
    let unit = args.unit();
    let label = args.labels.first().cloned().unwrap_or_else(|| stem(&args.logs[0]));
    let mut document = screen.document(&label, unit, category);
    document.tool = super::tool();
    reports::results(&document, args.printed.format(), &mut stdout())?;
    store.map_or(Ok(()), |store| store.write(&document))?;
    let missing = screen.missing();
    if missing.is_empty() {
        return Ok(Exit::Success);
    }
    for page in missing {
        tell(format_args!("error: page {page} of the screen is missing\n  next: give it as well"));
    }
    Ok(Exit::Incomplete)
}

fn named(mistakes: &[Mistake]) -> String {
    let mut lines: Vec<String> = mistakes.iter().take(SHOWN).map(Mistake::to_string).collect();
    if mistakes.len() > SHOWN {
        lines.push(format!("and {} more", mistakes.len() - SHOWN));
    }
    lines.join("; ")
}
