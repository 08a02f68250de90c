//! Which functions make steps: a profile of both builds.

use super::folder::Folder;
use crate::commands::profile::Profiled;
use crate::exit::Exit;
use analysis::atlas::{Atlas, Build, Column, Explained, Step};
use ground::{Arch, GuestKind, Trouble};
use images::KernelImage;
use lab::{FLAVOURS, is_version};
use measuring::Iterations;
use system::interrupt::Interrupt;
use system::output::tell;

/// Batches of a profile: so many that the median is one which the outer Linux has not disturbed.
const BATCHES: u32 = 9;

/// Bytes of the guest's memory: as in a run.
const MEMORY: u64 = 128 << 20;

/// Explains the `most` greatest steps of at least `threshold` in `atlas` that are not explained yet, and keeps that
/// in `folder`. What cannot be profiled is said, and the rest goes on.
pub(super) fn steps(
    folder: &Folder,
    atlas: &Atlas,
    threshold: f64,
    most: usize,
) -> Result<Exit, Trouble> {
    let image = KernelImage::carried(Arch::native(), GuestKind::Bare)?;
    let mut exit = Exit::Success;
    let open = atlas.steps_from(threshold).filter(|step| step.explained.is_none());
    for step in open.take(most) {
        let Step { platform, benchmark, from, to, .. } = step;
        tell(format_args!("atlas: {benchmark} on {platform}, {from} to {to}"));
        match explained(atlas, step, &image) {
            Ok(explained) => folder.keep(step, &explained)?,
            Err(_) if Interrupt::is_caught() => return Ok(Exit::Interrupted),
            Err(trouble) => {
                tell(format_args!("left out: {}; {}", trouble.why, trouble.next));
                exit = Exit::Benchmark;
            }
        }
    }
    Ok(exit)
}

/// What explains `step`.
fn explained(atlas: &Atlas, step: &Step, image: &KernelImage) -> Result<Explained, Trouble> {
    let column = atlas.columns.iter().find(|column| column.platform == step.platform);
    let spec = |name: &str| {
        let build = column.and_then(|column: &Column| column.build(name));
        build.and_then(|build| spec(&step.platform, build)).ok_or_else(|| {
            Trouble::unavailable(
                format!("{name} is none of Debian's, and only these can be had for a profile"),
                "profile your own: hyperbench profile --help",
            )
        })
    };
    let of = Profiled { image, bench: &step.benchmark, memory: MEMORY, batches: BATCHES };
    let before = of.measure(&spec(&step.from)?, Iterations::Auto)?;
    let after = of.measure(&spec(&step.to)?, Iterations::Fixed(before.n))?;
    Ok(step.explained_by(&before, &after))
}

/// The specification of `build` on `platform`, where Debian's packages may have it: results come from anywhere,
/// and a release is to add no key.
fn spec(platform: &str, build: &Build) -> Option<String> {
    let (number, _) = build.release.split_once('+').unwrap_or((&build.release, ""));
    if let Some(any) = platform.strip_suffix('*') {
        return is_version(number).then(|| format!("{any}{number}"));
    }
    let begin = if platform.contains(':') { ',' } else { ':' };
    let (release, flavour) = build.name.split_once(' ').unwrap_or((&build.name, ""));
    let known = FLAVOURS.iter().any(|(known, _)| *known == flavour);
    let flavour = if known { format!(",flavour={flavour}") } else { String::new() };
    is_version(release).then(|| format!("{platform}{begin}kernel={release}{flavour}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_specified_by_its_release_and_flavour() {
        let of =
            |name: &str| spec("p:thp=off", &Build { name: name.to_owned(), ..Build::default() });
        assert_eq!(of("6.12.43+deb12").unwrap(), "p:thp=off,kernel=6.12.43+deb12");
        assert_eq!(of("6.1.0-9 rt").unwrap(), "p:thp=off,kernel=6.1.0-9,flavour=rt");
        assert_eq!(of("6.1.0-9 mine,qemu=x").unwrap(), "p:thp=off,kernel=6.1.0-9");
        assert_eq!(of("6.1.0-9,qemu=x"), None);
        let qemu = Build { release: "10.0+deb13".to_owned(), ..Build::default() };
        assert_eq!(spec("p:thp=off,qemu=*", &qemu).unwrap(), "p:thp=off,qemu=10.0");
        let other = Build { release: "x,y".to_owned(), ..Build::default() };
        assert_eq!(spec("p:qemu=*", &other), None);
    }
}
