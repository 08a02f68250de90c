//! Results files put side by side, as `show` and `export` take them.

use std::path::Path;

use analysis::{SideBySide, reference};
use ground::Trouble;
use results::{Document, read};

/// The files called `names`, with `baseline` as what ratios refer to.
pub(super) fn open(names: &[String], baseline: Option<&str>) -> Result<SideBySide, Trouble> {
    let mut files = names.iter().map(|name| Ok((name.clone(), document(name)?)));
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

/// A file, or where there is none published figures.
fn document(name: &str) -> Result<Document, Trouble> {
    let published = if Path::new(name).exists() { None } else { reference::find(name) };
    published.map_or_else(|| read(Path::new(name)), Ok)
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
