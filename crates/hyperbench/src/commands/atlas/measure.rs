//! What a plan has and a folder has not is measured, a build after the other, so that each is downloaded and made
//! into an image once.

use std::fs;
use std::path::Path;

use super::folder::Folder;
use crate::commands::{contents, run, tool};
use crate::exit::Exit;
use ground::{Arch, GuestKind, Trouble, TroubleKind};
use images::{KernelImage, Selection};
use measuring::Request;
use measuring::atlas::{AtlasPlan, DEFAULT_PLAN};
use results::{Document, unwritable};
use system::interrupt::Interrupt;
use system::output::tell;

/// Measures all of a plan that `folder` has no results of; what cannot be measured is said, and the rest goes on.
///
/// # Errors
/// When the plan is none, or names nothing that there is.
pub(super) fn missing(folder: &Folder, plan: Option<&Path>) -> Result<Exit, Trouble> {
    let plan = match plan {
        None => AtlasPlan::read(DEFAULT_PLAN, "the tool's plan")?,
        Some(path) => {
            let text = String::from_utf8_lossy(&contents(path)?).into_owned();
            AtlasPlan::read(&text, &path.display().to_string())?
        }
    };
    let image = KernelImage::carried(Arch::native(), GuestKind::Bare)?;
    Selection::new(&plan.benchmarks, |_| true)?.check(&image.benchmarks)?;
    let (all, mut exit) = (plan.kernels.len() * plan.platforms.len(), Exit::Success);
    for (row, wanted) in plan.kernels.iter().enumerate() {
        let flavour = plan.flavour.as_deref();
        let say = |step: &str| tell(format_args!("atlas: {step}"));
        let kernel = lab::kernel(Arch::native(), wanted, flavour, &say);
        let was_there = kernel.as_ref().is_ok_and(lab::has_image_of);
        for (column, platform) in plan.platforms.iter().enumerate() {
            let release = kernel.as_ref().map_or(wanted.as_str(), |kernel| &kernel.release);
            let build = called(release, flavour);
            if folder.results(platform, &build).is_some_and(|it| has_all(&it, &plan, &image)) {
                continue;
            }
            let number = row * plan.platforms.len() + column + 1;
            tell(format_args!("atlas {number} of {all}: {platform}, Linux {build}"));
            let cell =
                Cell { folder, plan: &plan, image: &image, platform, build: &build, release };
            let measured = kernel.as_ref().map_err(Trouble::clone).and_then(|_| cell.measure());
            if Interrupt::is_caught() {
                return Ok(Exit::Interrupted);
            }
            let why = match measured {
                Ok(why) => why,
                // Without room nothing else can be kept either.
                Err(trouble) if trouble.kind == TroubleKind::Output => return Err(trouble),
                Err(trouble) => Some(format!("{}; {}", trouble.why, trouble.next)),
            };
            if let Some(why) = &why {
                tell(format_args!("left out: {platform}, Linux {build}: {why}"));
                exit = Exit::Benchmark;
            }
            folder.note(platform, &build, why.as_deref())?;
        }
        if let Some(kernel) = kernel.ok().filter(|_| !was_there) {
            lab::discard_image_of(&kernel)?;
        }
    }
    Ok(exit)
}

/// What a build is called: its release, and its flavour where that is not the usual one.
fn called(release: &str, flavour: Option<&str>) -> String {
    let flavour = flavour.filter(|flavour| *flavour != lab::USUAL_FLAVOUR);
    flavour.map_or_else(|| release.to_owned(), |flavour| format!("{release} {flavour}"))
}

/// Whether `document` has a result of every benchmark that `plan` names.
fn has_all(document: &Document, plan: &AtlasPlan, image: &KernelImage) -> bool {
    let Ok(selection) = Selection::new(&plan.benchmarks, |_| true) else { return false };
    let [run] = &document.platforms[..] else { return false };
    selection.matching(&image.benchmarks).iter().all(|one| run.find(&one.name).is_some())
}

/// A build on a platform, of which results are wanted.
struct Cell<'a> {
    folder: &'a Folder,
    plan: &'a AtlasPlan,
    image: &'a KernelImage,
    platform: &'a str,
    build: &'a str,
    release: &'a str,
}

impl Cell<'_> {
    /// Measures it; returns why there are no results, where there are none.
    fn measure(&self) -> Result<Option<String>, Trouble> {
        let (whole, part) = self.folder.cell(self.platform, self.build);
        let spec = self.plan.spec(self.platform, self.release);
        let request = self.plan.request(tool(), self.image.clone(), spec);
        let request = Request { outputs: vec![part.clone()], ..request };
        let (document, _) = run::measure(&request)?;
        let failed = document.platforms.iter().find_map(|run| run.failure.clone());
        if Interrupt::is_caught() || failed.is_some() {
            // Nothing of it is of use; where it cannot be removed it is written over.
            drop(fs::remove_file(&part));
            return Ok(failed);
        }
        fs::rename(&part, &whole).map_err(|error| unwritable(&whole, &error))?;
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{PlatformRun, Status, Summary};

    #[test]
    fn a_build_is_called_by_its_release_and_an_unusual_flavour() {
        assert_eq!(called("6.1.0-9", None), "6.1.0-9");
        assert_eq!(called("6.1.0-9", Some(lab::USUAL_FLAVOUR)), "6.1.0-9");
        assert_eq!(called("6.1.0-9", Some("rt")), "6.1.0-9 rt");
    }

    #[test]
    fn results_that_lack_a_benchmark_of_the_plan_are_measured_anew() {
        let image = KernelImage::carried(Arch::native(), GuestKind::Bare).unwrap();
        let text =
            "platforms = ['p']\nkernels = ['6.1']\nbenchmarks = ['hot-access', 'cold-access']";
        let plan = AtlasPlan::read(text, "a plan").unwrap();
        let one = |name| Summary::without_value(name, "memory", Status::Ok, String::new());
        let mut run = PlatformRun { benchmarks: vec![one("hot-access")], ..PlatformRun::default() };
        let of =
            |run: &PlatformRun| Document { platforms: vec![run.clone()], ..Document::default() };
        assert!(!has_all(&of(&run), &plan, &image));
        run.benchmarks.push(one("cold-access"));
        assert!(has_all(&of(&run), &plan, &image));
    }
}
