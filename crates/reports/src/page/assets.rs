//! The page's own programs and looks, and the policy that lets nothing else run.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::figures::{CHART_STYLE, Theme};
use crate::profile;

const PAGE: &str = include_str!("../../assets/report/page.js");
const PREDICTIONS: &str = include_str!("../../assets/prediction/prediction.js");
const STYLE: &str = concat!(
    include_str!("../../assets/report/page.css"),
    include_str!("../../assets/prediction/prediction.css")
);

/// The programs of a report, in the order in which they have to run.
pub(super) const OF_REPORTS: &[&str] = &[PAGE, profile::PROGRAM];

/// Those of pages of many results.
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
         {STYLE}{CHART_STYLE}"
    )
}

/// The elements that hold the `programs`.
pub(super) fn elements(programs: &[&str]) -> Markup {
    html! { @for program in programs { script { (PreEscaped(program)) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_do_not_end_their_elements() {
        for program in OF_REPORTS.iter().chain(OF_PREDICTIONS) {
            let lower = program.to_lowercase();
            assert!(!lower.contains("</script") && !lower.contains("<!--"));
        }
        assert!(!style().to_lowercase().contains("</style"));
    }
}
