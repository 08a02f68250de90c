//! A report: one page that holds all it shows, for browsers without a network.

mod about;
mod assets;
mod atlas;
mod boots;
mod chart;
mod curves;
mod distributions;
mod events;
mod failures;
mod figures;
mod findings;
mod fleet;
mod functions;
mod latencies;
mod matrix;
mod migration;
mod model;
mod opening;
mod part;
mod prediction;
mod ratios;
mod scaling;
mod shell;
mod taken;
mod trend;
mod worlds;

use maud::{Markup, html};

use crate::host_text;
use analysis::Source;
use analysis::platform_set::PlatformSet;
use part::Part;
use results::{Level, Profile, Status};
use shell::Shell;

pub use atlas::site as atlas_site;
pub use fleet::page as fleet_page;
pub use prediction::page as prediction_page;
pub use trend::page as trend_page;

/// Platforms whose names stand in the title, at most.
const NAMED: usize = 5;

/// The page of `set`, with flame graphs of the `profiles`.
pub fn page(set: &PlatformSet, profiles: &[Profile]) -> String {
    let kinds = set.by_guest();
    // Where something is compared.
    let lead = kinds.iter().find(|kind| kind.runs().len() > 1).unwrap_or(set);
    let parts: Vec<Part> = [
        matrix::part(&kinds),
        ratios::part(lead),
        failures::part(set),
        curves::part(set),
        scaling::part(set),
        model::part(lead),
        latencies::part(set),
        taken::part(set),
        migration::part(set),
        worlds::part(set),
        functions::part(profiles),
        events::part(set),
        distributions::part(set),
        Some(about::part(set)),
        findings::part(set),
        figures::part(set),
        boots::part(set),
    ]
    .into_iter()
    .flatten()
    .collect();
    let title = title(set);
    let opening = opening::opening(lead);
    let heading = opening.as_ref().map(|it| it.heading.clone());
    let shell = Shell {
        title: format!("What virtualization costs: {title}"),
        heading: heading.unwrap_or_else(|| "What virtualization costs".to_owned()),
        subject: title,
        opening: opening.map(|it| html! { (it.words) }),
        facts: facts(set),
        circumstances: html! { @for source in set.sources() { (circumstances(source)) } },
        programs: assets::OF_REPORTS,
    };
    shell.around(&parts)
}

/// What is compared, in one line.
fn title(set: &PlatformSet) -> String {
    let labels: Vec<&str> = set.others().map(|labelled| labelled.label).collect();
    match (set.baseline(), &labels[..]) {
        (None, _) => "no platform was measured".into(),
        (Some(only), []) => only.label.into(),
        (Some(baseline), few) if few.len() <= NAMED => {
            format!("{} against {}", few.join(", "), baseline.label)
        }
        (Some(baseline), many) => format!("{} platforms against {}", many.len(), baseline.label),
    }
}

fn facts(set: &PlatformSet) -> Vec<(u64, &'static str)> {
    let count = |is: fn(Status) -> bool| {
        let summaries = set.runs().flat_map(|labelled| &labelled.run.benchmarks);
        summaries.filter(|summary| is(summary.status)).count() as u64
    };
    vec![
        (set.runs().len() as u64, "platforms"),
        (set.benchmarks().len() as u64, "benchmarks"),
        (count(|status| status == Status::Ok), "measured"),
        (count(|status| status == Status::Skipped), "skipped"),
        (count(Status::is_failure), "failed"),
    ]
}

/// Where and when, and how fit the machine was.
fn circumstances(source: &Source) -> Markup {
    let document = &source.about;
    let count = |level| document.findings.iter().filter(|finding| finding.level == level).count();
    let mut known = vec![host_text(&document.host), document.started.clone()];
    known.retain(|text| !text.is_empty());
    html! {
        p.circumstances {
            (known.join(", "))
            @for level in Level::WORST_FIRST.into_iter().filter(|level| level.is_trouble() && count(*level) > 0) {
                " · " a href="#doctor" { (count(level)) " " (level) }
            }
        }
    }
}
