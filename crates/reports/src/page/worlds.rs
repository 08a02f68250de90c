//! Who executes the instructions of an operation.

use maud::{Markup, html};

use super::part::{Part, table};
use crate::tables::worlds::{heading, shown, text};
use analysis::platform_set::{LabelledRun, PlatformSet};
use results::{Parts, Summary};

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let tables: Vec<_> = set.runs().enumerate().filter_map(platform).collect();
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

fn platform((index, labelled): (usize, LabelledRun)) -> Option<Markup> {
    let benchmarks = &labelled.run.benchmarks;
    let split: Vec<&Summary> = benchmarks.iter().filter(|s| s.worlds.is_some()).collect();
    let parts = shown(&split);
    let names: Vec<String> = parts.iter().map(|part| heading(Parts::NAMES[*part])).collect();
    let mut header = vec!["benchmark"];
    header.extend(names.iter().map(String::as_str).chain(["total"]));
    let caption = format!("Instructions of one operation on {}", labelled.label);
    let rows = html! { @for summary in &split { (row(summary, &parts)) } };
    (!split.is_empty()).then(|| {
        html! {
            h3 { (labelled.label) }
            (table("numbers", &format!("worlds-{index}"), &caption, &header, &rows))
        }
    })
}

fn row(summary: &Summary, parts: &[usize]) -> Markup {
    let worlds = summary.worlds.unwrap_or_default();
    let counts = worlds.per_operation();
    html! {
        tr {
            th scope="row" { (summary.name) }
            @for part in parts { td { (text(counts[*part])) } }
            td { (text(worlds.total())) }
        }
    }
}
