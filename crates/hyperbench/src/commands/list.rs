//! `hyperbench list`: what the kernel and this machine have to offer.

use std::io::stdout;

use crate::cli::{ListArgs, ListSubject};
use crate::error::Failure;
use crate::exit::Exit;
use crate::platforms;
use images::Arch;
use monitors::{COMMON, Platform, Spec};
use reports::PlatformRow;

/// Lists what was asked for.
pub(super) fn list(args: &ListArgs) -> Result<Exit, Failure> {
    let image = args.image.image()?;
    match args.subject {
        ListSubject::Benchmarks => {
            reports::benchmarks(&image.benchmarks, args.printed.format(), &mut stdout().lock())?;
        }
        ListSubject::Platforms => {
            let rows: Vec<_> = platforms::all().into_iter().map(|p| row(p, image.arch)).collect();
            reports::platforms(&rows, args.printed.format(), &mut stdout().lock())?;
        }
    }
    Ok(Exit::Success)
}

fn row(platform: &'static dyn Platform, arch: &Arch) -> PlatformRow {
    let keys = platform.keys().iter().chain(&COMMON);
    let keys = keys.map(|key| key.name).collect::<Vec<_>>().join(", ");
    let (name, summary) = (platform.name(), platform.summary());
    let empty = String::new;
    match platform.detect(&Spec::plain(name), arch) {
        Ok(found) => PlatformRow {
            platform: name,
            available: true,
            summary,
            version: found.version,
            why_not: empty(),
            next_step: empty(),
            keys,
        },
        Err(error) => PlatformRow {
            platform: name,
            available: false,
            summary,
            version: empty(),
            why_not: error.to_string(),
            next_step: error.next_step(),
            keys,
        },
    }
}
