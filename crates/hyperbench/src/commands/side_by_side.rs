//! Results files put side by side, as `show` and `export` take them.

use std::path::Path;

use analysis::{SideBySide, reference};
use ground::Trouble;
use results::{Document, Runs, read};

/// The `names`; where there are none, the latest run.
pub(super) fn or_latest(names: &[String]) -> Vec<String> {
    if names.is_empty() { vec!["@".to_owned()] } else { names.to_vec() }
}

/// The files called `names`, with `baseline` as what ratios refer to.
pub(super) fn open(names: &[String], baseline: Option<&str>) -> Result<SideBySide, Trouble> {
    let mut files = names.iter().map(|name| document(name));
    let mut files: Vec<(String, Document)> = files.by_ref().collect::<Result<_, Trouble>>()?;
    // Published figures need not be named twice to be the baseline.
    let published = baseline.filter(|name| !names.iter().any(|known| known == name));
    if let Some((name, document)) = published.and_then(|name| Some((name, reference::find(name)?)))
    {
        files.push((name.to_owned(), document));
    }
    let mut all = SideBySide::new(files);
    if let Some(name) = baseline {
        let found = all.find(name).map(str::to_owned);
        all.document.baseline = found.ok_or_else(|| no_such(name, &all.document))?;
    }
    Ok(all)
}

/// A file with its name; where there is none of that name a run, or published figures.
fn document(name: &str) -> Result<(String, Document), Trouble> {
    let path = Path::new(name);
    if !path.exists() {
        if let Some(document) = reference::find(name) {
            return Ok((name.to_owned(), document));
        }
        if Runs::is_run(name) {
            let run = Runs::open()?.get(name)?;
            return Ok((run.name, read(&run.path)?));
        }
    }
    Ok((name.to_owned(), read(path)?))
}

fn no_such(name: &str, document: &Document) -> Trouble {
    let labels = document.platforms.iter().map(|run| run.label.clone());
    let known: Vec<String> = labels.chain(reference::names()).collect();
    Trouble::usage(
        format!(
            "the baseline {name:?} is none of the platforms of this run ({known})",
            name = name,
            known = known.join(", ")
        ),
        "name one of them with --baseline, or leave it out to use the first",
    )
}
