//! What neighbours do to platforms.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::commands::catalogues;
use ground::Trouble;
use prediction::{Interference, Signature};
use results::{PlatformRun, read};

/// What the results in `paths` show of platforms that `signature` has.
pub(super) fn interference(
    paths: &[PathBuf],
    signature: &Signature,
) -> Result<Vec<Interference>, Trouble> {
    let events = match paths.is_empty() {
        true => BTreeMap::new(),
        false => catalogues::of_each(|benchmark| benchmark.event)?,
    };
    let mut all = Vec::new();
    for path in paths {
        let document = read(path)?;
        let of = |run: &PlatformRun| {
            Interference::of(run, |name| events.get(&(run.guest, name.to_owned())).cloned())
        };
        let is_known =
            |one: &Interference| signature.platforms.iter().any(|p| p.platform == one.alone);
        let known: Vec<_> = document.platforms.iter().filter_map(of).filter(is_known).collect();
        if known.is_empty() {
            let file = path.display().to_string();
            return Err(Trouble::usage(
                format!("{file} does not say what neighbours do to a platform of the signatures"),
                format!(
                    "measure it: hyperbench run --platform PLATFORM --beside SPEC --bench spin --bench … -o {file}"
                ),
            ));
        }
        all.extend(known);
    }
    Ok(all)
}
