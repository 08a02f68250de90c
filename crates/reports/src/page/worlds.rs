//! Who executes the instructions of an operation.

use maud::{Markup, html};

use super::part::{Part, scrolling};
use crate::tables::worlds::{heading, shown, text};
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::{Parts, Summary};

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let tables: Vec<_> = set.runs().filter_map(platform).collect();
    (!tables.is_empty()).then(|| Part {
        id: "worlds",
        short: "Who executes",
        title: "Who executes an operation",
        lead: html! { p {
            "Instructions of one operation by the program that executes them, less those of the \
             loop without it: the guest, the hypervisor (KVM with the Linux around it, or Xen), and \
             the device model (QEMU, or all of dom0). The parts sum to the operation's cost."
        } },
        body: html! { @for table in &tables { (table) } },
    })
}

fn platform(labelled: LabelledRun) -> Option<Markup> {
    let rows: Vec<&Summary> =
        labelled.run.benchmarks.iter().filter(|s| s.worlds.is_some()).collect();
    let parts = shown(&rows);
    let caption = format!("Instructions of one operation on {}", labelled.label);
    let table = html! {
        table {
            caption { (caption) }
            thead { tr {
                th scope="col" { "Benchmark" }
                @for part in &parts { th.number scope="col" { (heading(Parts::NAMES[*part])) } }
                th.number scope="col" { "total" }
            } }
            tbody { @for summary in &rows { (row(summary, &parts)) } }
        }
    };
    (!rows.is_empty()).then(|| scrolling(&caption, &table))
}

fn row(summary: &Summary, parts: &[usize]) -> Markup {
    let worlds = summary.worlds.unwrap_or_default();
    let counts = worlds.per_operation();
    html! {
        tr {
            th scope="row" { (summary.name) }
            @for part in parts { td.number { (text(counts[*part])) } }
            td.number { (text(worlds.total())) }
        }
    }
}
