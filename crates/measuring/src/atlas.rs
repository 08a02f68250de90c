//! A plan of an atlas: which operations are measured on which builds of Linux, on which platforms.

use serde::Deserialize;

use crate::{Request, Suite, Target};
use ground::Trouble;
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
    /// Platforms of the lab, with settings but for the build.
    pub platforms: Vec<String>,
    /// Versions of Linux, as `kernel=` takes them.
    pub kernels: Vec<String>,
    /// Patterns of benchmarks.
    pub benchmarks: Vec<String>,
    /// Batches of each benchmark.
    #[serde(default = "usual_batches")]
    pub batches: u32,
    /// Which of Debian's builds of a version.
    #[serde(default)]
    pub flavour: Option<String>,
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
        let next = "it has platforms, kernels and benchmarks, a list each: docs/atlas.md has one";
        let plan: Self = toml::from_str(text).map_err(|error| {
            Trouble::usage(format!("{name} is no plan of an atlas: {}", error.message()), next)
        })?;
        let lists = [&plan.platforms, &plan.kernels, &plan.benchmarks];
        let cells = plan.platforms.len() * plan.kernels.len();
        if lists.iter().any(|list| list.is_empty()) {
            return Err(Trouble::usage(format!("{name} plans nothing: a list is empty"), next));
        }
        if cells > MOST || !(1..=1000).contains(&plan.batches) {
            let why = format!("{name} plans {cells} runs of {} batches", plan.batches);
            return Err(Trouble::usage(why, format!("plan at most {MOST}, of 1 to 1000 batches")));
        }
        Ok(plan)
    }

    /// The specification of `platform` with the Linux of this `release`.
    pub fn spec(&self, platform: &str, release: &str) -> String {
        let begin = if platform.contains(':') { ',' } else { ':' };
        let flavour = self.flavour.as_ref().map(|it| format!(",flavour={it}")).unwrap_or_default();
        format!("{platform}{begin}kernel={release}{flavour}")
    }

    /// What `tool` is to measure of it with `image` on the platform of the specification `spec`.
    pub fn request(&self, tool: Tool, image: KernelImage, spec: String) -> Request {
        Request {
            targets: vec![Target::Text(spec)],
            benches: self.benchmarks.clone(),
            suite: Suite::Full,
            batches: Some(self.batches),
            events: Some(EVENTS),
            ..Request::new(tool, image)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::{Arch, GuestKind};

    #[test]
    fn the_carried_plan_names_benchmarks_that_there_are() {
        let plan = AtlasPlan::read(DEFAULT_PLAN, "the plan").unwrap();
        assert!(plan.kernels.len() >= 8 && plan.benchmarks.len() >= 40, "{plan:?}");
        let image = KernelImage::carried(Arch::native(), GuestKind::Bare).unwrap();
        let selection = images::Selection::new(&plan.benchmarks, |_| true).unwrap();
        let has_them = image.benchmarks.iter().any(|one| one.name == "cpuid");
        assert!(!has_them || selection.check(&image.benchmarks).is_ok());
    }

    #[test]
    fn a_cell_is_a_specification_of_the_platform_with_a_build() {
        let text = "platforms = ['p']\nkernels = ['6.1']\nbenchmarks = ['in']\nflavour = 'rt'";
        let plan = AtlasPlan::read(text, "a plan").unwrap();
        assert_eq!(plan.spec("p", "6.1.0-9"), "p:kernel=6.1.0-9,flavour=rt");
        let usual = AtlasPlan { flavour: None, ..plan };
        assert_eq!(usual.spec("p:thp=off", "6.1.0-9"), "p:thp=off,kernel=6.1.0-9");
    }

    #[test]
    fn a_plan_that_is_wrong_is_refused_in_a_sentence() {
        let why = |text: &str| AtlasPlan::read(text, "f").unwrap_err().why;
        assert!(why("platforms = 1").starts_with("f is no plan of an atlas: "));
        assert!(why("nonsense = []").contains("nonsense"));
        let lists = "platforms = ['p']\nkernels = []\nbenchmarks = ['in']";
        assert_eq!(why(lists), "f plans nothing: a list is empty");
        let many =
            format!("platforms = ['p']\nbenchmarks = ['b']\nkernels = [{}]", "'6.1',".repeat(2001));
        assert_eq!(why(&many), "f plans 2001 runs of 5 batches");
    }
}
