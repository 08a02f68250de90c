//! `hyperbench atlas`: what operations cost on many builds of Linux.

mod explain;
mod folder;
mod measure;
mod mine;
mod site;

use crate::cli::AtlasArgs;
use crate::exit::Exit;
use analysis::atlas::Atlas;
use folder::Folder;
use ground::Trouble;
use images::Selection;
use system::interrupt::Interrupt;
use system::output::{stdout, tell};

/// What was recorded with this tool, as `--json` prints it.
const RECORDED: &str = include_str!("../../../data/atlas.json");

/// Measures what is missing where that is asked for, and shows what there is.
pub(super) fn atlas(args: &AtlasArgs) -> Result<Exit, Trouble> {
    let selection = Selection::new(&args.bench, |_| true)?;
    let site = args.site.as_deref().map(site::Site::new).transpose()?;
    let folder = args.folder.as_deref().map(Folder::new).transpose()?;
    let (mut atlas, mut exit) = match &folder {
        None => (recorded()?, Exit::Success),
        Some(folder) => of_folder(args, folder, &selection)?,
    };
    if let Some(settings) = &args.mine {
        exit = exit.worst(mine::set_in(args, settings, &mut atlas, folder.as_ref())?);
    }
    restrict(&mut atlas, &selection);
    reports::atlas(&atlas, args.threshold, args.printed.format(), &mut stdout())?;
    if let Some(site) = site {
        site.write(&reports::page::atlas_site(&atlas, args.threshold))?;
    }
    let failed = if atlas.has_failures() { Exit::Benchmark } else { Exit::Success };
    Ok(exit.worst(failed))
}

/// The atlas of `folder`, after what was asked for has been measured and explained.
fn of_folder(
    args: &AtlasArgs,
    folder: &Folder,
    selection: &Selection,
) -> Result<(Atlas, Exit), Trouble> {
    let mut exit = Exit::Success;
    if args.measure {
        exit = measure::missing(folder, args.plan.as_deref())?;
    }
    let (mut atlas, remarked) = folder.atlas()?;
    if let Some(most) = args.explain.filter(|_| !Interrupt::is_caught()) {
        restrict(&mut atlas, selection);
        exit = exit.worst(explain::steps(folder, &atlas, args.threshold, most.into())?);
        atlas.explain(&folder.explained());
    }
    Ok((atlas, exit.worst(remarked)))
}

/// Leaves out all but the benchmarks that are asked for.
fn restrict(atlas: &mut Atlas, selection: &Selection) {
    for build in atlas.columns.iter_mut().flat_map(|column| &mut column.builds) {
        build.figures.retain(|name, _| selection.names(name));
        build.failures.retain(|name, _| selection.names(name));
    }
    atlas.steps.retain(|step| selection.names(&step.benchmark));
}

fn recorded() -> Result<Atlas, Trouble> {
    tell("this was recorded with the tool; to measure: hyperbench atlas FOLDER --measure");
    serde_json::from_str(RECORDED).map_err(|error| Trouble {
        kind: ground::TroubleKind::Internal,
        why: format!("the recorded atlas cannot be read: {error}"),
        next: "report it".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::atlas::Subject;

    #[test]
    fn what_was_recorded_can_be_read_and_has_its_steps() {
        let atlas = recorded().unwrap();
        let builds = atlas.columns.iter().map(|column| column.builds.len()).max();
        assert!(builds >= Some(8) && atlas.benchmarks().len() >= 40);
        let linux = atlas.of_subject(Subject::Linux);
        assert!(linux.builds().iter().all(|build| !build.compiler.is_empty()));
        assert!(atlas.builds().iter().all(|build| !build.version.is_empty()));
        for (subject, least) in [(Subject::Qemu, 4), (Subject::Xen, 3)] {
            assert!(atlas.of_subject(subject).builds().len() >= least);
        }
        assert!(atlas.steps.iter().any(|step| step.explained.is_some()));
        for (step, explained) in
            atlas.steps.iter().filter_map(|it| Some((it, it.explained.as_ref()?)))
        {
            let named: f64 = explained.functions.iter().map(|it| it.difference).sum();
            let sum = named + explained.others_difference;
            assert!((sum - step.difference()).abs() < 1e-6, "{step:?}");
        }
    }
}
