//! A workload whose counts are in a file.

use std::path::Path;

use super::super::contents;
use super::super::import::exits;
use crate::cli::AddArgs;
use ground::Trouble;
use prediction::{Foreign, Usage, Workload};

/// What is in `path`, under the name that is asked for: a usage, or exits that another program counted.
pub(super) fn usage(args: &AddArgs, path: &Path) -> Result<Usage, Trouble> {
    let (bytes, file) = (contents(path)?, path.display().to_string());
    if !bytes.trim_ascii_start().starts_with(b"{") {
        Foreign::parse(&bytes, &file)?;
        let native = args.native.ok_or_else(|| {
            Trouble::usage(
                format!("{file} has exits, and says not what the workload takes natively"),
                "say it: --native 2.4e9 in cycles, or with --instructions in executed instructions",
            )
        })?;
        return exits(path, &args.name, native, args.unit());
    }
    let Usage { unit, workloads, .. } = Usage::parse(bytes, &file)?;
    let known = workloads.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ");
    let is_alone = workloads.len() == 1;
    let mut meant = workloads.into_iter().filter(|it| is_alone || it.name == args.name);
    let name = args.name.clone();
    let Some(found) = meant.next() else {
        return Err(Trouble::usage(
            format!("{file} has no workload {name:?}, and more than one"),
            format!("call it as one of these: {known}"),
        ));
    };
    Ok(Usage { workloads: vec![Workload { name, ..found }], ..Usage::new(unit) })
}
