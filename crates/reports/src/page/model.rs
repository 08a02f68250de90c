//! The paper's cost model, filled.

use maud::{Markup, html};

use super::chart::chart;
use super::part::{Part, scrolling};
use crate::{figure_text, figures, part_text, percent_text};
use analysis::model::{Model, Part as Term};
use analysis::platform_set::PlatformSet;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let models = figures::models(set);
    let adds = |(_, model): &(&str, Model)| model.shares.iter().any(|share| share.share > 0.0);
    models.iter().any(adds).then_some(())?;
    Some(Part {
        id: "model",
        short: "Cost model",
        title: "What virtualization adds, by its parts",
        lead: html! { p {
            "T_virt = T_guest − T_native of one operation of each benchmark, added up by what they \
             measure: T_cpu sensitive instructions and events, T_memory page tables, T_io devices. A \
             benchmark that is faster than on the baseline adds nothing to the bar; the totals keep \
             its sign."
        } },
        body: html! {
            @if let Some(drawing) = figures::model(set) { (chart(&drawing, "")) }
            (scrolling("What virtualization adds", &table(&models)))
        },
    })
}

fn table(models: &[(&str, Model)]) -> Markup {
    html! {
        table {
            caption { "What virtualization adds to one operation of each benchmark" }
            thead { tr {
                th scope="col" { "Platform" }
                @for term in Term::ALL { th.number scope="col" { (part_text(term)) } th.number scope="col" { "share" } }
            } }
            tbody {
                @for (label, model) in models {
                    tr {
                        th scope="row" { (label) }
                        @for share in &model.shares {
                            td.number { (figure_text(share.total)) " of " (share.operations) }
                            td.number { (percent_text(share.share)) }
                        }
                    }
                }
            }
        }
    }
}
