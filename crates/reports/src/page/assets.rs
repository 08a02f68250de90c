//! The page's own programs and looks, and the policy that lets nothing else run.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::figures::{ECHARTS, FIGURES, PALETTE, Theme};
use crate::profile;

const PAGE: &str = include_str!("../../assets/report/page.js");
const PREDICTIONS: &str = include_str!("../../assets/prediction/prediction.js");
const STYLE: &str = concat!(
    include_str!("../../assets/report/page.css"),
    include_str!("../../assets/prediction/prediction.css")
);

/// The programs of a report, in the order in which they have to run.
pub(super) const OF_REPORTS: &[&str] = &[ECHARTS, FIGURES, PAGE, profile::PROGRAM];

/// Those of pages that have no charts which programs draw.
pub(super) const OF_OVERVIEWS: &[&str] = &[PAGE];

/// Those of pages of predictions.
pub(super) const OF_PREDICTIONS: &[&str] = &[PREDICTIONS, PAGE];

/// The `Content-Security-Policy` of a page: nothing is loaded, and none but its own `programs` runs.
pub(super) fn policy(programs: &[&str]) -> String {
    let hash = |program: &&str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(program)));
    let scripts: Vec<_> = programs.iter().map(hash).collect();
    format!(
        "default-src 'none'; script-src {}; style-src 'unsafe-inline'; base-uri 'none'; \
         form-action 'none'",
        scripts.join(" ")
    )
}

/// The style sheet, with the colours of both themes before it.
pub(super) fn style() -> String {
    let (light, dark) = (Theme::Light.variables(), Theme::Dark.variables());
    format!(
        ":root{{{light}color-scheme:light}}\
         @media screen{{:root[data-theme=dark]{{{dark}color-scheme:dark}}}}\
         @media screen and (prefers-color-scheme:dark){{:root:not([data-theme]){{{dark}color-scheme:dark}}}}\n\
         {STYLE}"
    )
}

/// The elements that hold the `programs` and the colours that they use.
pub(super) fn elements(programs: &[&str]) -> Markup {
    html! {
        script id="palettes" type="application/json" { (PreEscaped(PALETTE)) }
        @for program in programs { script { (PreEscaped(program)) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_do_not_end_their_elements() {
        for program in OF_REPORTS.iter().chain(&[PREDICTIONS, PALETTE]) {
            let lower = program.to_lowercase();
            assert!(!lower.contains("</script") && !lower.contains("<!--"));
        }
        assert!(!style().to_lowercase().contains("</style"));
    }

    #[test]
    fn the_chart_library_is_the_one_that_its_readme_names() {
        let readme = include_str!("../../assets/echarts/README.md");
        let digest = Sha256::digest(ECHARTS);
        let sum: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(readme.contains(&sum), "assets/echarts/README.md lacks {sum}");
    }
}
