//! A build of one's own, measured and set into the atlas.

use super::folder::Folder;
use super::measure::{kept, plan};
use crate::cli::AtlasArgs;
use crate::commands::{run, tool};
use crate::exit::Exit;
use analysis::atlas::{Atlas, Subject, having};
use ground::{Arch, GuestKind, Trouble};
use images::{KernelImage, Selection};
use measuring::Request;
use results::Document;
use system::interrupt::Interrupt;
use system::output::tell;

/// What it is called unless a label says it.
const NAME: &str = "mine";

/// Measures the build of these `settings` on the platforms of the plan, or else of `atlas`, and sets it into that. Its
/// results come into `folder`, or to the user's other runs.
///
/// # Errors
/// When there is nothing to set it against.
pub(super) fn set_in(
    args: &AtlasArgs,
    settings: &str,
    atlas: &mut Atlas,
    folder: Option<&Folder>,
) -> Result<Exit, Trouble> {
    let own = Own::of(settings)?;
    let against = args.against.as_deref();
    if let Some(version) = against.filter(|version| !atlas.has(version)) {
        let has: Vec<_> = atlas.builds().iter().map(|build| build.name.clone()).collect();
        return Err(Trouble::usage(
            format!("the atlas has no build {version}; it has {}", has.join(", ")),
            "name one of them, or measure it: hyperbench atlas FOLDER --measure",
        ));
    }
    let image = KernelImage::carried(Arch::native(), GuestKind::Bare)?;
    let mut plan = plan(args.plan.as_deref())?;
    let platforms = match &args.plan {
        None => {
            atlas.of_subject(Subject::Linux).columns.into_iter().map(|it| it.platform).collect()
        }
        Some(_) => plan.line(Subject::Linux).map(|line| line.platforms.clone()).unwrap_or_default(),
    };
    if !args.bench.is_empty() {
        plan.benchmarks.clone_from(&args.bench);
    }
    Selection::new(&plan.benchmarks, |_| true)?.check(&image.benchmarks)?;
    let (mut results, mut exit) = (Vec::new(), Exit::Success);
    for platform in &platforms {
        tell(format_args!("atlas: {platform}, {}", own.name));
        let spec = having(platform, &own.settings);
        let request = plan.request(Subject::Linux, tool(), image.clone(), spec);
        match measured(&request, platform, &own.name, folder)? {
            Ok(document) => results.push((own.name.clone(), document)),
            Err(why) => {
                tell(format_args!("left out: {platform}: {why}"));
                exit = Exit::Platform;
            }
        }
        if Interrupt::is_caught() {
            return Ok(Exit::Interrupted);
        }
    }
    let (new, remarks) = Atlas::of(&results);
    remarks.iter().for_each(tell);
    for platform in atlas.set_in(new, against) {
        tell(format_args!("{platform}: nothing there to set {} against", own.name));
    }
    Ok(exit)
}

/// The results of `request`, or why there are none.
fn measured(
    request: &Request,
    platform: &str,
    name: &str,
    folder: Option<&Folder>,
) -> Result<Result<Document, String>, Trouble> {
    if let Some(folder) = folder {
        return kept(folder, platform, name, request);
    }
    let mut request = request.clone();
    run::keep(&mut request);
    let (document, _) = run::measure(&request)?;
    let failed = document.platforms.iter().find_map(|run| run.failure.clone());
    Ok(failed.map_or(Ok(document), Err))
}

/// A build of one's own: what it is called, and the settings that name it.
#[derive(Debug, PartialEq, Eq)]
struct Own {
    name: String,
    settings: String,
}

impl Own {
    /// That of `settings`, as a platform takes them.
    fn of(settings: &str) -> Result<Self, Trouble> {
        let value = |key: &str| {
            let items = settings.split(',').filter_map(|item| item.split_once('='));
            items.rev().find(|(name, _)| *name == key).map(|(_, value)| value.to_owned())
        };
        let next = "name the kernel and its modules: --mine kernel=bzImage,modules=DIR";
        let Some(kernel) = value("kernel") else {
            return Err(Trouble::usage("--mine names no kernel", next));
        };
        if lab::is_version(&kernel) && !std::path::Path::new(&kernel).exists() {
            return Err(Trouble::usage(format!("kernel={kernel} is Debian's, and no file"), next));
        }
        Ok(match value("label") {
            Some(name) => Self { name, settings: settings.to_owned() },
            None => Self { name: NAME.to_owned(), settings: format!("{settings},label={NAME}") },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_own_build_has_a_name_and_a_kernel_of_ones_own() {
        let of = |text: &str| Own::of(text).map(|own| (own.name, own.settings));
        let (name, settings) = of("kernel=./bzImage,modules=m").unwrap();
        assert_eq!((&*name, &*settings), (NAME, "kernel=./bzImage,modules=m,label=mine"));
        assert_eq!(
            of("kernel=b,label=after").unwrap(),
            ("after".into(), "kernel=b,label=after".into())
        );
        assert_eq!(of("modules=m").unwrap_err().why, "--mine names no kernel");
        assert_eq!(of("kernel=6.12").unwrap_err().why, "kernel=6.12 is Debian's, and no file");
    }
}
