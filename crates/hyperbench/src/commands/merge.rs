//! `hyperbench merge`: the parts of a divided run as one result.

use super::files::is_same;
use crate::cli::MergeArgs;
use crate::exit::Exit;
use analysis::merge::{Merged, merge as put_together, rerun};
use ground::Trouble;
use results::{Store, read};
use system::output::{stdout, tell};

/// Missing parts that are named one by one.
const SHOWN: usize = 20;

/// Puts the parts together, prints what came out, and names what is missing.
pub(super) fn merge(args: &MergeArgs) -> Result<Exit, Trouble> {
    let is_input = |output| args.files.iter().find(|file| is_same(file, output));
    if let Some(path) = args.output.as_deref().and_then(is_input) {
        return Err(Trouble::usage(
            format!(
                "writing the report to {path} would destroy the results in it",
                path = path.display()
            ),
            "name another file with -o",
        ));
    }
    let store = args.output.as_deref().map(Store::new).transpose()?;
    let files = args.files.iter().map(|file| Ok((file.display().to_string(), read(file)?)));
    let mut merged = put_together(files.collect::<Result<_, Trouble>>()?)?;
    merged.document.tool.command = super::tool().command;
    reports::results(&merged.document, args.printed.format(), &mut stdout())?;
    remark(&merged);
    store.map_or(Ok(()), |store| store.write(&merged.document))?;
    Ok(if merged.missing.is_empty() { Exit::Success } else { Exit::Incomplete })
}

/// Says what the parts lack, and what of them was not used.
fn remark(merged: &Merged) {
    for (a, b, difference) in &merged.differences {
        let (field, x, y) = (&difference.field, &difference.a, &difference.b);
        tell(format_args!("{a} and {b} differ: {field}: {x} → {y}"));
    }
    for part in &merged.left_out {
        let (file, shard, counted) = (&part.file, part.shard, &part.counted);
        tell(format_args!("{file} is left out: part {shard} is taken from {counted}"));
    }
    for missing in merged.missing.iter().take(SHOWN) {
        let again = rerun(&merged.command, missing.shard);
        tell(format_args!("error: {}\n  next: {again}", missing.what));
    }
    if merged.missing.len() > SHOWN {
        tell(format_args!("and {} parts more", merged.missing.len() - SHOWN));
    }
}
