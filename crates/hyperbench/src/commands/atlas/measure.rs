//! What a plan has and a folder has not is measured, a version after the other.

use std::fs;
use std::path::Path;

use super::folder::Folder;
use crate::commands::{contents, run, tool};
use crate::exit::Exit;
use analysis::atlas::Subject;
use ground::{Arch, GuestKind, Trouble, TroubleKind};
use images::{KernelImage, Selection};
use lab::Inside;
use measuring::Request;
use measuring::atlas::{AtlasPlan, DEFAULT_PLAN, PlanLine};
use results::{Document, unwritable};
use system::interrupt::Interrupt;
use system::output::tell;

/// Measures all of a plan that `folder` has no results of; what cannot be measured is said, and the rest goes on.
///
/// # Errors
/// When the plan is none, or names nothing that there is.
pub(super) fn missing(folder: &Folder, plan: Option<&Path>) -> Result<Exit, Trouble> {
    let plan = self::plan(plan)?;
    let (mut exit, mut done) = (Exit::Success, 0);
    for (subject, line) in plan.lines() {
        let image = KernelImage::carried(Arch::native(), AtlasPlan::guest(subject))?;
        Selection::new(plan.benchmarks(subject), |_| true)?.check(&image.benchmarks)?;
        for version in &line.versions {
            let row = Row { folder, plan: &plan, image: &image, subject, line, before: done };
            exit = exit.worst(row.measure(version)?);
            if exit == Exit::Interrupted {
                return Ok(exit);
            }
            done += line.platforms.len();
        }
    }
    Ok(exit)
}

/// A version on all platforms of a line, so that it is downloaded and made into an image once.
struct Row<'a> {
    folder: &'a Folder,
    plan: &'a AtlasPlan,
    image: &'a KernelImage,
    /// Whose versions the line has.
    subject: Subject,
    line: &'a PlanLine,
    /// Cells of the plan before it.
    before: usize,
}

impl Row<'_> {
    /// Measures what is missing of `wanted`; images that were not there are removed again.
    fn measure(&self, wanted: &str) -> Result<Exit, Trouble> {
        match self.subject {
            Subject::Linux => {
                let flavour = self.line.flavour.as_deref();
                match lab::kernel(Arch::native(), wanted, flavour, &say) {
                    Ok(kernel) => {
                        let build = called(&kernel.release, flavour);
                        lab::without_images(&Inside::Linux(&kernel), || {
                            self.cells(&build, &kernel.release)
                        })
                    }
                    Err(trouble) => self.all_fail(&called(wanted, flavour), &trouble),
                }
            }
            Subject::Guest => match lab::kernel(Arch::native(), wanted, None, &say) {
                Ok(kernel) => self.cells(&self.subject.build(&kernel.release), &kernel.release),
                Err(trouble) => self.all_fail(&self.subject.build(wanted), &trouble),
            },
            program => {
                let inside = Inside::Program(program.key(), wanted);
                lab::without_images(&inside, || self.cells(&program.build(wanted), wanted))
            }
        }
    }

    /// Measures those of `build`, which a specification calls `version`, that are missing.
    fn cells(&self, build: &str, version: &str) -> Result<Exit, Trouble> {
        let mut exit = Exit::Success;
        for (index, platform) in self.line.platforms.iter().enumerate() {
            let cell = Cell { row: self, platform, build, version };
            if cell.is_there() {
                continue;
            }
            self.tell(index, platform, build);
            let measured = cell.measure();
            if Interrupt::is_caught() {
                return Ok(Exit::Interrupted);
            }
            exit = exit.worst(self.note(platform, build, measured)?);
        }
        Ok(exit)
    }

    /// None of the cells of `build` can be measured.
    fn all_fail(&self, build: &str, trouble: &Trouble) -> Result<Exit, Trouble> {
        let mut exit = Exit::Success;
        for (index, platform) in self.line.platforms.iter().enumerate() {
            if !(Cell { row: self, platform, build, version: build }).is_there() {
                self.tell(index, platform, build);
                exit = exit.worst(self.note(platform, build, Err(trouble.clone()))?);
            }
        }
        Ok(exit)
    }

    fn tell(&self, index: usize, platform: &str, build: &str) {
        let (number, all) = (self.before + index + 1, self.plan.cells());
        tell(format_args!("atlas {number} of {all}: {platform}, {}", self.subject.titled(build)));
    }

    /// Keeps why a cell has no results, where it has none.
    fn note(
        &self,
        platform: &str,
        build: &str,
        measured: Result<Option<String>, Trouble>,
    ) -> Result<Exit, Trouble> {
        let why = match measured {
            Ok(why) => why,
            // Without room nothing else can be kept either.
            Err(trouble) if trouble.kind == TroubleKind::Output => return Err(trouble),
            Err(trouble) => Some(format!("{}; {}", trouble.why, trouble.next)),
        };
        self.folder.note(&self.subject.column(platform), build, why.as_deref())?;
        let Some(why) = why else { return Ok(Exit::Success) };
        tell(format_args!("left out: {platform}, {}: {why}", self.subject.titled(build)));
        Ok(Exit::Benchmark)
    }
}

fn say(step: &str) {
    tell(format_args!("atlas: {step}"));
}

/// The plan in the file at `path`, or the tool's own.
pub(super) fn plan(path: Option<&Path>) -> Result<AtlasPlan, Trouble> {
    let Some(path) = path else { return AtlasPlan::read(DEFAULT_PLAN, "the tool's plan") };
    let text = String::from_utf8_lossy(&contents(path)?).into_owned();
    AtlasPlan::read(&text, &path.display().to_string())
}

/// What a build is called: its release, and its flavour where that is not the usual one.
fn called(release: &str, flavour: Option<&str>) -> String {
    let flavour = flavour.filter(|flavour| *flavour != lab::USUAL_FLAVOUR);
    flavour.map_or_else(|| release.to_owned(), |flavour| format!("{release} {flavour}"))
}

/// Whether `document` has a result of every benchmark of `image` that `patterns` name.
fn has_all(document: &Document, patterns: &[String], image: &KernelImage) -> bool {
    let Ok(selection) = Selection::new(patterns, |_| true) else { return false };
    let [run] = &document.platforms[..] else { return false };
    selection.matching(&image.benchmarks).iter().all(|one| run.find(&one.name).is_some())
}

/// A build on a platform, of which results are wanted.
struct Cell<'a> {
    row: &'a Row<'a>,
    platform: &'a str,
    build: &'a str,
    version: &'a str,
}

impl Cell<'_> {
    /// Whether there are results of all that the plan names.
    fn is_there(&self) -> bool {
        let Row { folder, plan, image, subject, .. } = self.row;
        let results = folder.results(&subject.column(self.platform), self.build);
        results.is_some_and(|it| has_all(&it, plan.benchmarks(*subject), image))
    }

    /// Measures it; returns why there are no results, where there are none.
    fn measure(&self) -> Result<Option<String>, Trouble> {
        let Row { folder, plan, image, subject, line, .. } = self.row;
        let name = self.platform.split(':').next().unwrap_or_default();
        lab::prepare(name, Arch::native(), &say)?;
        let spec = plan.spec(self.platform, *subject, self.version);
        if image.kind == GuestKind::Linux {
            linux::build(Arch::native(), false, None, &say)?;
        }
        let verify = line.verified.iter().any(|it| it == self.platform);
        let request = Request { verify, ..plan.request(*subject, tool(), (*image).clone(), spec) };
        Ok(kept(folder, &subject.column(self.platform), self.build, &request)?.err())
    }
}

/// The results of `request`, of `build` on `platform`, which `folder` keeps; or why there are none.
pub(super) fn kept(
    folder: &Folder,
    platform: &str,
    build: &str,
    request: &Request,
) -> Result<Result<Document, String>, Trouble> {
    let (whole, part) = folder.cell(platform, build);
    let request = Request { outputs: vec![part.clone()], ..request.clone() };
    let (document, _) = run::measure(&request)?;
    let failed = document.platforms.iter().find_map(|run| run.failure.clone());
    if Interrupt::is_caught() || failed.is_some() {
        // Nothing of it is of use; where it cannot be removed it is written over.
        drop(fs::remove_file(&part));
        return Ok(failed.map_or(Ok(document), Err));
    }
    fs::rename(&part, &whole).map_err(|error| unwritable(&whole, &error))?;
    Ok(Ok(document))
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
        let patterns = ["hot-access", "cold-access"].map(str::to_owned);
        let one = |name| Summary::without_value(name, "memory", Status::Ok, String::new());
        let mut run = PlatformRun { benchmarks: vec![one("hot-access")], ..PlatformRun::default() };
        let of =
            |run: &PlatformRun| Document { platforms: vec![run.clone()], ..Document::default() };
        assert!(!has_all(&of(&run), &patterns, &image));
        run.benchmarks.push(one("cold-access"));
        assert!(has_all(&of(&run), &patterns, &image));
    }
}
