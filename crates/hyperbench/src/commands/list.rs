//! `hyperbench list`: what the kernel and this machine have to offer.

use crate::cli::{ListArgs, ListSubject};
use crate::exit::Exit;
use ground::{Arch, Trouble};
use images::{KernelImage, Selection};
use measuring::platforms;
use monitors::{COMMON, Platform, Spec};
use protocol::Benchmark;
use reports::PlatformRow;
use system::output::stdout;

/// Lists what was asked for.
pub(super) fn list(args: &ListArgs) -> Result<Exit, Trouble> {
    let image = args.image.image(args.guest.kind.unwrap_or_default())?;
    match args.subject {
        ListSubject::Benchmarks => {
            let found = chosen(args, &image)?;
            reports::benchmarks(&found, args.printed.format(), &mut stdout())?;
        }
        ListSubject::Platforms => {
            let rows: Vec<_> = platforms::all().into_iter().map(|p| row(p, image.arch)).collect();
            reports::platforms(&rows, args.printed.format(), &mut stdout())?;
        }
    }
    Ok(Exit::Success)
}

/// The benchmarks that the filters leave.
fn chosen(args: &ListArgs, image: &KernelImage) -> Result<Vec<Benchmark>, Trouble> {
    let selection = Selection::new(&args.benches, |_| true)?;
    selection.check(&image.benchmarks)?;
    let mut found = selection.matching(&image.benchmarks);
    found.retain(|b| {
        args.path.as_ref().is_none_or(|path| b.path.name() == path)
            && args.need.as_ref().is_none_or(|word| needs(b, word))
            && (b.dangerous || !args.dangerous)
    });
    Ok(found)
}

fn needs(b: &Benchmark, word: &str) -> bool {
    (word == "cpus" && b.cpus > 1) || b.needs.iter().any(|need| need.describe().contains(word))
}

fn row(platform: &'static dyn Platform, arch: &Arch) -> PlatformRow {
    let about = platform.about();
    let keys = about.keys.iter().chain(&COMMON);
    let keys = keys.map(|key| key.name).collect::<Vec<_>>().join(", ");
    let (name, summary) = (about.name, about.summary);
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
            next_step: error.next,
            keys,
        },
    }
}
