//! What has no figure, and why; what else went wrong.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::part::{Part, table};
use crate::remark_texts;
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::{Boot, Ending, Status};

/// Remarks shown at most; a platform may have thousands.
const REMARKS: usize = 200;

const HEADER: [&str; 3] = ["ended as", "reason", "where"];

/// Who has the same fate: the worst first, then by reason.
type Fates<'a> =
    BTreeMap<(std::cmp::Reverse<u8>, &'a str, &'a str), BTreeMap<&'a str, Vec<&'a str>>>;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let fates = fates(set);
    let remarks: Vec<String> = set.runs().flat_map(|s| remark_texts(s.run)).collect();
    let boots: Vec<_> = set.runs().flat_map(ended_badly).collect();
    let nothing = fates.is_empty() && remarks.is_empty() && boots.is_empty();
    (!nothing).then(|| Part {
        id: "failures",
        short: "Failures",
        title: "What has no figure, and why",
        lead: html! { p { "A benchmark that fails costs only itself. Skipped is no failure: something that the benchmark needs is missing." } },
        body: html! {
            @if !fates.is_empty() {
                (table("", "fates-table", "Benchmarks without a figure", &HEADER, &rows(&fates)))
            }
            @if !remarks.is_empty() {
                h3 { "Remarks" }
                ul { @for remark in remarks.iter().take(REMARKS) { li { (remark) } } }
                @if remarks.len() > REMARKS { p { "… and " (remarks.len() - REMARKS) " more, in the results file." } }
            }
            @for (labelled, boot) in boots.iter().take(REMARKS) { (words(*labelled, boot)) }
        },
    })
}

fn fates(set: &PlatformSet) -> Fates<'_> {
    let mut fates = Fates::new();
    for labelled in set.runs() {
        let failed = labelled.run.benchmarks.iter().filter(|s| s.status != Status::Ok);
        for summary in failed {
            let severity = std::cmp::Reverse(summary.status.severity());
            let fate = fates.entry((severity, summary.status.word(), &summary.reason)).or_default();
            fate.entry(&summary.name).or_default().push(labelled.label);
        }
    }
    fates
}

fn rows(fates: &Fates) -> Markup {
    html! {
        @for ((_, word, reason), places) in fates {
            tr {
                td { span class=(if *word == "skipped" { "status" } else { "status failed" }) { (word) } }
                td { (reason) }
                td { @for (benchmark, labels) in places { div { b { (benchmark) } " on " (labels.join(", ")) } } }
            }
        }
    }
}

fn ended_badly(labelled: LabelledRun<'_>) -> impl Iterator<Item = (LabelledRun<'_>, &Boot)> {
    let spoke = |boot: &&Boot| {
        let well = matches!(boot.ending, Some(Ending::Done { .. }));
        let silent = boot.last_words.is_empty() && boot.messages.is_empty();
        !well && !silent
    };
    labelled.run.boots.iter().filter(spoke).map(move |boot| (labelled, boot))
}

fn words(labelled: LabelledRun, boot: &Boot) -> Markup {
    html! {
        details {
            summary { "Last words of " (labelled.label) ", boot " (boot.round) }
            pre { @for line in boot.messages.iter().chain(&boot.last_words) { (line) "\n" } }
        }
    }
}
