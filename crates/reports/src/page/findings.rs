//! What the doctor found on the hosts.

use maud::{Markup, html};

use super::part::Part;
use analysis::platform_set::PlatformSet;
use results::{Finding, Level};

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let findings: Vec<_> = set
        .sources()
        .iter()
        .flat_map(|source| source.about.findings.iter().map(move |finding| (source, finding)))
        .collect();
    let several = set.sources().len() > 1;
    let shown = |trouble: bool| {
        let picked =
            findings.iter().filter(move |(_, finding)| finding.level.is_trouble() == trouble);
        html! { ul.findings { @for (source, finding) in picked { (item(finding, several.then_some(&source.file))) } } }
    };
    let troubles = findings.iter().filter(|(_, finding)| finding.level.is_trouble()).count();
    let others = findings.len() - troubles;
    (!findings.is_empty()).then(|| Part {
        id: "doctor",
        short: "Doctor",
        title: "What spoils figures on this machine",
        lead: html! { p {
            @if troubles == 0 { "The doctor found nothing that spoils the figures." }
            @else { "Found by the doctor before the run, the worst first." }
        } },
        body: html! {
            @if troubles > 0 { (shown(true)) }
            @if others > 0 { details { summary { (others) " other checks" } (shown(false)) } }
        },
    })
}

fn item(finding: &Finding, file: Option<&String>) -> Markup {
    let sign = match finding.level {
        Level::Bad => "✕",
        Level::Warn => "!",
        Level::Unknown => "?",
        Level::Ok => "✓",
    };
    html! {
        li class=(finding.level.word()) {
            p { span.level { span aria-hidden="true" { (sign) } " " (finding.level.word()) } " "
                b { (finding.check) } @if let Some(file) = file { " in " (file) } ": " (finding.found) }
            p.why { (finding.why) }
            @if let Some(command) = &finding.command { pre { code { (command) } } }
            @if let Some(advice) = &finding.advice { p.why { (advice) } }
        }
    }
}
