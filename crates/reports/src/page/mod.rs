//! A report: one page that holds all it shows, for browsers without a network.

mod about;
mod assets;
mod boots;
mod chart;
mod curves;
mod distributions;
mod events;
mod failures;
mod figures;
mod findings;
mod functions;
mod latencies;
mod matrix;
mod model;
mod opening;
mod part;
mod ratios;
mod scaling;
mod worlds;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{count_text, host_text};
use part::Part;
use results::platform_set::PlatformSet;
use results::{Level, Profile, Source, Status};

/// Platforms whose names stand in the title, at most.
const NAMED: usize = 5;

/// The page of `set`, with flame graphs of the `profiles`.
pub fn page(set: &PlatformSet, profiles: &[Profile]) -> String {
    let parts: Vec<Part> = [
        matrix::part(set),
        ratios::part(set),
        failures::part(set),
        curves::part(set),
        scaling::part(set),
        model::part(set),
        latencies::part(set),
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
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(assets::policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(format!("HyperBench {}", env!("CARGO_PKG_VERSION")));
                meta name="color-scheme" content="light dark";
                title { "What virtualization costs: " (title) }
                style { (PreEscaped(assets::style())) }
            }
            body {
                a.skip href="#main" { "Skip to the figures" }
                (header(set, &title))
                (contents(&parts))
                main id="main" {
                    @for part in &parts { (part.section()) }
                }
                (footer())
                (assets::programs())
            }
        }
    }
    .into_string()
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

fn header(set: &PlatformSet, title: &str) -> Markup {
    let count = |is: fn(Status) -> bool| {
        let summaries = set.runs().flat_map(|labelled| &labelled.run.benchmarks);
        summaries.filter(|summary| is(summary.status)).count() as u64
    };
    let facts = [
        (set.runs().len() as u64, if set.runs().len() == 1 { "platform" } else { "platforms" }),
        (set.benchmarks().len() as u64, "benchmarks"),
        (count(|status| status == Status::Ok), "measured"),
        (count(|status| status == Status::Skipped), "skipped"),
        (count(Status::is_failure), "failed"),
    ];
    html! {
        header {
            div.bar {
                p.brand { "HyperBench" }
                button #theme type="button" hidden { "Dark theme" }
            }
            h1 { "What virtualization costs" }
            p.subject { (title) }
            @if let Some(words) = opening::words(set) { p.opening { (words) } }
            ul.facts {
                @for (number, what) in facts {
                    li { b { (count_text(number)) } " " (what) }
                }
            }
            @for source in set.sources() { (circumstances(source)) }
            noscript { p.warning { "Without JavaScript the charts are not drawn and tables cannot be sorted. All figures are in the tables." } }
        }
    }
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

fn contents(parts: &[Part]) -> Markup {
    html! {
        nav aria-label="Contents" {
            ul {
                @for part in parts { li { a href=(format!("#{}", part.id)) { (part.short) } } }
            }
        }
    }
}

fn footer() -> Markup {
    html! {
        footer {
            p {
                "Made by HyperBench " (env!("CARGO_PKG_VERSION")) ". This page holds all that it \
                 shows and asks nothing of the network. Charts: Apache ECharts, Apache-2.0."
            }
        }
    }
}
