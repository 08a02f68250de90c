//! Many hosts as a page: for each group a small chart of each benchmark, and the odd hosts with what
//! they differ in.

use maud::{Markup, html};

use super::assets;
use super::chart::{WIDTH, chart};
use super::part::{Part, chance, raw, sortable};
use super::shell::Shell;
use crate::digits::counted;
use crate::figures::{odd_ones, spread};
use crate::{count_text, figure_text, percent_text};
use analysis::fleet::{Cause, Group, LEVEL, OddHost, Overview, SMALLEST, Spread};

/// Groups that have charts; the others are in the tables.
const DRAWN: usize = 20;

/// What is said of a host that differs in much.
const CAUSES: usize = 5;

const SPREADS: [&str; 10] = [
    "group",
    "benchmark",
    "hosts",
    "median",
    "spread",
    "least",
    "5 %",
    "95 %",
    "most",
    "outlying hosts",
];
const ODD: [&str; 6] =
    ["host", "platform", "group", "p", "what is far off", "differs from most others in"];

/// The page of `overview`.
pub fn page(overview: &Overview) -> String {
    let parts: Vec<Part> =
        [odd_part(overview), groups_part(overview), charts_part(overview), spreads_part(overview)]
            .into_iter()
            .flatten()
            .collect();
    let odd: usize = overview.groups.iter().map(|group| group.odd.len()).sum();
    let shell = Shell {
        title: "Which hosts are outliers".to_owned(),
        heading: format!("{} of {} outlying", count_text(odd as u64), hosts(overview.hosts)),
        subject: "What virtualization costs on hosts that should be equal".to_owned(),
        opening: Some(opening(overview)),
        facts: vec![
            (overview.hosts as u64, "hosts"),
            (overview.groups.len() as u64, "groups"),
            (odd as u64, "outlying hosts"),
        ],
        circumstances: html! {},
        programs: assets::OF_OVERVIEWS,
    };
    shell.around(&parts)
}

/// What outlying hosts have in common most often, in words.
fn opening(overview: &Overview) -> Markup {
    let telling = |host: &OddHost| host.causes.first().filter(|c| c.is_telling()).cloned();
    let causes = overview.groups.iter().flat_map(|group| &group.odd).filter_map(telling);
    let is_odd = |group: &Group| !group.odd.is_empty();
    match causes.max_by_key(|cause| cause.odd) {
        None if !overview.groups.iter().any(is_odd) => html! {
            "No host is " (percent_text(overview.threshold)) " or more off its group's median by more \
             than chance explains."
        },
        None => html! { "What outlying hosts have in common is not known." },
        Some(cause) => html! {
            "Odd hosts have most often in common: " b { (cause.field) "=" (cause.value) } ", on "
            (hosts(cause.hosts)) " of which " (count_text(cause.odd as u64)) " are outliers; most others have "
            (cause.usual) "."
        },
    }
}

fn hosts(count: usize) -> String {
    counted(count as u64, "hosts")
}

fn groups_part(overview: &Overview) -> Option<Part> {
    let differs = |field: &(String, String)| {
        overview.groups.len() == 1
            || overview.groups.iter().any(|other| !other.common.contains(field))
    };
    let list = html! {
        @for (index, group) in overview.groups.iter().enumerate() {
            h3 id=(format!("group-{}", index + 1)) { "Group " (index + 1) ": " (hosts(group.hosts)) }
            @if !group.judged {
                p.why { "Not judged: only among " (SMALLEST) " hosts and more one can be an outlier." }
            }
            dl.details {
                @for (field, value) in group.common.iter().filter(|field| differs(field)) {
                    div { dt { (field) } dd { (value) } }
                }
            }
        }
    };
    (!overview.groups.is_empty()).then(|| Part {
        id: "groups",
        short: "Groups",
        title: "Hosts that should be equal",
        lead: html! { p { "What a group's hosts have in common, where groups differ in it." } },
        body: list,
    })
}

fn odd_part(overview: &Overview) -> Option<Part> {
    let mut all = overview
        .groups
        .iter()
        .enumerate()
        .flat_map(|(index, group)| group.odd.iter().map(move |host| (index + 1, host)))
        .peekable();
    all.peek()?;
    let rows = html! { @for (group, host) in all { (odd_row(group, host)) } };
    let (threshold, level) = (percent_text(overview.threshold), percent_text(LEVEL));
    Some(Part {
        id: "odd",
        short: "Outliers",
        title: "Which hosts are outliers, and in what they differ",
        lead: html! { p {
            "At least " (threshold) " off their group's median, and farther than chance explains: at \
             most " (level) " of them are none, on average. A difference that outliers share need not \
             be the cause."
        } },
        body: sortable("odd-table", "Outlying hosts", &ODD, &rows),
    })
}

fn odd_row(group: usize, host: &OddHost) -> Markup {
    let telling: Vec<&Cause> = host.causes.iter().filter(|cause| cause.is_telling()).collect();
    html! {
        tr {
            td { (host.file) } td { (host.platform) } td { (group) } td { (chance(host.adjusted_p)) }
            td { @for (index, figure) in host.figures.iter().enumerate() {
                @if index > 0 { br; } (figure.benchmark) " " (figure_text(figure.ratio)) "×"
            } }
            td {
                @for (index, cause) in telling.iter().take(CAUSES).enumerate() {
                    @if index > 0 { br; }
                    (cause.field) "=" (cause.value) " on " (cause.hosts) " of " (cause.of) ", " (cause.odd)
                    " outlying (most: " (cause.usual) ")"
                }
                @if telling.is_empty() { "nothing that is known" }
            }
        }
    }
}

fn charts_part(overview: &Overview) -> Option<Part> {
    let body = html! {
        @for (index, group) in overview.groups.iter().take(DRAWN).enumerate() {
            @if overview.groups.len() > 1 { h3 { "Group " (index + 1) ": " (hosts(group.hosts)) } }
            div.grid { @for spread in &group.spreads { (card(group, spread)) } }
        }
    };
    (!overview.groups.is_empty()).then(|| Part {
        id: "charts",
        short: "Charts",
        title: "How far hosts lie apart",
        lead: html! { p {
            "Each bar is a number of hosts, by what the operation costs there, from the least to the \
             most; the steps are equal ratios. The line is the median. A triangle is an outlier: point \
             at it for its name."
            @if overview.groups.len() > DRAWN { " Only the " (DRAWN) " largest groups are drawn." }
        } },
        body,
    })
}

fn card(group: &Group, one: &Spread) -> Markup {
    let odd = odd_ones(group, one).count();
    let about = html! {
        "median " (figure_text(one.median))
        @if let Some(spread) = one.spread { ", spread " (percent_text(spread)) }
        @if odd > 0 { ", " span.failed { (odd) " outlying" } }
    };
    chart(&spread(group, one, WIDTH), &about)
}

fn spreads_part(overview: &Overview) -> Option<Part> {
    let row = |index: usize, group: &Group, spread: &Spread| {
        html! {
            tr {
                td { (index + 1) } td { (spread.benchmark) } td { (spread.hosts) }
                td { (raw(Some(spread.median))) } td { (raw(spread.spread)) }
                @for value in [spread.least, spread.p5, spread.p95, spread.most] { td { (raw(Some(value))) } }
                td { (odd_ones(group, spread).count()) }
            }
        }
    };
    let rows = html! {
        @for (index, group) in overview.groups.iter().enumerate() {
            @for spread in &group.spreads { (row(index, group, spread)) }
        }
    };
    overview.groups.iter().any(|group| !group.spreads.is_empty()).then(|| Part {
        id: "spreads",
        short: "Figures",
        title: "Every benchmark of every group",
        lead: html! { p {
            "Spread is the standard deviation between hosts, by the median absolute deviation of \
             logarithms: 0.01 is 1 %."
        } },
        body: sortable("spreads-table", "Every benchmark of every group", &SPREADS, &rows),
    })
}
