//! A plan of an atlas: which operations are measured on which builds of Linux, on which platforms.

use serde::Deserialize;

use crate::{Costs, Request, Suite, Target};
use analysis::atlas::{Subject, having};
use ground::{GuestKind, Trouble};
use images::KernelImage;
use results::Tool;

/// The plan that is carried out where nobody names another.
pub const DEFAULT_PLAN: &str = include_str!("../data/atlas.toml");

/// Cells that a plan may have: a slip of the pen shall not measure for months.
const MOST: usize = 2000;

/// Operations of each benchmark whose exits are counted.
const EVENTS: u64 = 1000;

/// A plan of an atlas.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtlasPlan {
    /// Patterns of benchmarks.
    pub benchmarks: Vec<String>,
    /// Batches of each benchmark.
    #[serde(default = "usual_batches")]
    pub batches: u32,
    /// Versions of Linux, as `kernel=` takes them.
    linux: Option<PlanLine>,
    /// Versions of QEMU, as `qemu=` takes them.
    qemu: Option<PlanLine>,
    /// Versions of Xen, as `xen=` takes them.
    xen: Option<PlanLine>,
    /// Linuxes of guests, as `guest-kernel=` takes them.
    guest: Option<PlanLine>,
}

/// Versions that are measured on platforms.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanLine {
    /// Platforms of the lab, with settings but for the build.
    pub platforms: Vec<String>,
    /// The versions.
    pub versions: Vec<String>,
    /// Those of the platforms on which each version runs twice, and has to say the same.
    #[serde(default)]
    pub verified: Vec<String>,
    /// Which of Debian's builds of a version of Linux.
    #[serde(default)]
    pub flavour: Option<String>,
    /// Patterns of benchmarks of guests with a Linux.
    #[serde(default)]
    pub benchmarks: Vec<String>,
}

impl PlanLine {
    /// How many runs it has.
    pub fn cells(&self) -> usize {
        self.platforms.len() * self.versions.len()
    }
}

fn usual_batches() -> u32 {
    5
}

impl AtlasPlan {
    /// Reads a plan; `name` is what errors call it.
    ///
    /// # Errors
    /// When it is no plan, is empty, or would measure more than anybody means.
    pub fn read(text: &str, name: &str) -> Result<Self, Trouble> {
        let next = "it has benchmarks, and platforms and versions of linux, qemu, xen or guest: docs/atlas.md has one";
        let plan: Self = toml::from_str(text).map_err(|error| {
            Trouble::usage(format!("{name} is no plan of an atlas: {}", error.message()), next)
        })?;
        let is_empty = |line: &PlanLine| line.cells() == 0;
        if plan.benchmarks.is_empty() || plan.cells() == 0 || plan.lines().any(|it| is_empty(it.1))
        {
            return Err(Trouble::usage(format!("{name} plans nothing: a list is empty"), next));
        }
        let is_odd = |(subject, line): (Subject, &PlanLine)| {
            (subject != Subject::Linux && line.flavour.is_some())
                || (subject == Subject::Guest) == line.benchmarks.is_empty()
        };
        if plan.lines().any(is_odd) {
            let why = format!(
                "{name}: linux alone has a flavour, and guest alone has benchmarks, of its own"
            );
            return Err(Trouble::usage(why, next));
        }
        let is_foreign =
            |line: &PlanLine| !line.verified.iter().all(|it| line.platforms.contains(it));
        if plan.lines().any(|it| is_foreign(it.1)) {
            return Err(Trouble::usage(
                format!("{name}: verified names a platform that its line has not"),
                "name it among the platforms, too",
            ));
        }
        if plan.cells() > MOST || !(1..=1000).contains(&plan.batches) {
            let why = format!("{name} plans {} runs of {} batches", plan.cells(), plan.batches);
            return Err(Trouble::usage(why, format!("plan at most {MOST}, of 1 to 1000 batches")));
        }
        Ok(plan)
    }

    /// Its lines, each with whose versions it has.
    pub fn lines(&self) -> impl Iterator<Item = (Subject, &PlanLine)> {
        let lines = Subject::ALL.into_iter().map(|subject| (subject, self.line(subject)));
        lines.filter_map(|(subject, line)| Some((subject, line?)))
    }

    /// The line of the versions of `subject`.
    pub fn line(&self, subject: Subject) -> Option<&PlanLine> {
        match subject {
            Subject::Linux => self.linux.as_ref(),
            Subject::Qemu => self.qemu.as_ref(),
            Subject::Xen => self.xen.as_ref(),
            Subject::Guest => self.guest.as_ref(),
        }
    }

    /// How many runs it has.
    pub fn cells(&self) -> usize {
        self.lines().map(|(_, line)| line.cells()).sum()
    }

    /// The specification of `platform` with the `version` of `subject`.
    pub fn spec(&self, platform: &str, subject: Subject, version: &str) -> String {
        let flavour = self.line(subject).and_then(|line| line.flavour.as_ref());
        let flavour = flavour.map(|it| format!(",flavour={it}")).unwrap_or_default();
        having(platform, &format!("{}={version}{flavour}", subject.key()))
    }

    /// What is booted for the line of `subject`.
    pub fn guest(subject: Subject) -> GuestKind {
        match subject {
            Subject::Guest => GuestKind::Linux,
            _ => GuestKind::Bare,
        }
    }

    /// The patterns of the benchmarks that the line of `subject` has.
    pub fn benchmarks(&self, subject: Subject) -> &[String] {
        match self.line(subject).filter(|_| subject == Subject::Guest) {
            Some(line) => &line.benchmarks,
            None => &self.benchmarks,
        }
    }

    /// What `tool` is to measure for the line of `subject` with `image` on the platform of the specification `spec`.
    pub fn request(
        &self,
        subject: Subject,
        tool: Tool,
        image: KernelImage,
        spec: String,
    ) -> Request {
        let of_guest = subject == Subject::Guest;
        Request {
            targets: vec![Target::Text(spec)],
            benches: self.benchmarks(subject).to_vec(),
            suite: Suite::Full,
            batches: Some(self.batches),
            events: Some(EVENTS),
            costs: of_guest.then_some(Costs { boots: 1, together: None }),
            ..Request::new(tool, image)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::Arch;

    #[test]
    fn the_carried_plan_names_benchmarks_that_there_are() {
        let plan = AtlasPlan::read(DEFAULT_PLAN, "the plan").unwrap();
        let [linux, qemu, xen, guest] = Subject::ALL.map(|subject| plan.line(subject).unwrap());
        assert!(linux.versions.len() >= 8 && qemu.versions.len() >= 4 && xen.versions.len() >= 3);
        assert!(guest.versions.len() >= 8 && guest.benchmarks.len() >= 3);
        assert!(plan.benchmarks.len() >= 40, "{plan:?}");
        assert_eq!(linux.verified, ["lab-kvm-npt"]);
        for name in plan.lines().flat_map(|(_, line)| &line.platforms) {
            assert!(lab::platforms().any(|it| it.name() == name), "{name}");
        }
        let image = KernelImage::carried(Arch::native(), GuestKind::Bare).unwrap();
        let selection = images::Selection::new(&plan.benchmarks, |_| true).unwrap();
        let has_them = image.benchmarks.iter().any(|one| one.name == "cpuid");
        assert!(!has_them || selection.check(&image.benchmarks).is_ok());
    }

    #[test]
    fn a_cell_is_a_specification_of_the_platform_with_a_version() {
        let text = "benchmarks = ['in']\n[linux]\nplatforms = ['p']\nversions = ['6.1']\nflavour = 'rt'\n\
                    [qemu]\nplatforms = ['p', 'q']\nversions = ['10.0']";
        let plan = AtlasPlan::read(text, "a plan").unwrap();
        assert_eq!(plan.spec("p", Subject::Linux, "6.1.0-9"), "p:kernel=6.1.0-9,flavour=rt");
        assert_eq!(plan.spec("p:thp=off", Subject::Qemu, "10.0"), "p:thp=off,qemu=10.0");
        assert_eq!((plan.cells(), plan.lines().count()), (3, 2));
    }

    #[test]
    fn a_plan_that_is_wrong_is_refused_in_a_sentence() {
        let why = |text: &str| AtlasPlan::read(text, "f").unwrap_err().why;
        let linux = |versions: &str| {
            format!("benchmarks = ['in']\n[linux]\nplatforms = ['p']\nversions = [{versions}]")
        };
        assert!(why("benchmarks = 1").starts_with("f is no plan of an atlas: "));
        assert!(why("nonsense = []").contains("nonsense"));
        let verified = linux("'1'") + "\nverified = ['q']";
        assert_eq!(why(&verified), "f: verified names a platform that its line has not");
        assert_eq!(why(&linux("")), "f plans nothing: a list is empty");
        assert_eq!(why("benchmarks = ['in']"), "f plans nothing: a list is empty");
        assert_eq!(why(&linux(&"'6.1',".repeat(2001))), "f plans 2001 runs of 5 batches");
        let flavoured = linux("'1'").replace("linux", "xen") + "\nflavour = 'rt'";
        assert!(why(&flavoured).starts_with("f: linux alone has a flavour"));
        assert!(
            why(&linux("'1'").replace("linux", "guest")).contains("guest alone has benchmarks")
        );
    }
}
