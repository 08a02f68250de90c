//! When two variants have been measured long enough: as soon as their comparison is decided.

use analysis::compare::{Comparison, Gate, Looks, Side};
use results::{Document, Judgement, PlatformRun};

/// Looks at two variants now and then, at the moments planned for it, so that looking often makes
/// no verdict less certain.
pub(crate) struct Decision {
    /// What the results say of the run, without any platform.
    about: Document,
    threshold: f64,
    looks: Looks,
}

impl Decision {
    /// Looks by the settings of `document`. `None` where its boots are counted beforehand.
    pub(crate) fn planned(document: &Document, threshold: f64) -> Option<Self> {
        let looks = Looks { most: document.settings.until_decided? };
        let about = Document { platforms: Vec::new(), ..document.clone() };
        Some(Self { about, threshold, looks })
    }

    /// Whether more boots of `a` and `b`, which have made `boots` each, would change no verdict.
    pub(crate) fn is_settled(&self, boots: u32, a: &PlatformRun, b: &PlatformRun) -> bool {
        let side = |run: &PlatformRun| {
            let about = self.about.clone();
            Side { name: run.label.clone(), about, run: run.clone() }
        };
        let comparison = || Comparison::new(&side(a), &side(b), self.threshold);
        self.looks.is_due(boots) && comparison().is_some_and(|c| c.is_settled())
    }
}

/// What comes of the rules of `gate` for the two variants of `document`; `None` without a rule.
pub(crate) fn judgement(document: &Document, gate: &Gate, threshold: f64) -> Option<Judgement> {
    let [a, b] = document.platforms.as_slice() else { return None };
    let about = document.about();
    let side = |run: &PlatformRun| Side {
        name: run.label.clone(),
        about: about.clone(),
        run: run.clone(),
    };
    let comparison = Comparison::new(&side(a), &side(b), threshold).filter(|_| !gate.is_open())?;
    let violations = gate.violations(&comparison);
    Some(Judgement { of: b.label.clone(), against: a.label.clone(), violations })
}
