//! The paper's cost model, filled.

use maud::{Markup, html};

use super::chart::{WIDTH, chart};
use super::part::{Part, table};
use crate::{figure_text, figures, part_text, percent_text};
use analysis::model::{Model, Part as Term};
use analysis::platform_set::PlatformSet;

const CAPTION: &str = "What virtualization adds to one operation of each benchmark";

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let models = figures::models(set);
    let adds = |(_, model): &(&str, Model)| model.shares.iter().any(|share| share.share > 0.0);
    models.iter().any(adds).then_some(())?;
    let parts = Term::ALL.into_iter().flat_map(|term| [part_text(term), "share"]);
    let header: Vec<&str> = ["platform"].into_iter().chain(parts).collect();
    Some(Part {
        id: "model",
        short: "Cost model",
        title: "What virtualization adds, by its parts",
        lead: html! { p {
            "T_virt = T_guest − T_native of one of each operation in the paper's Table 1, added up by what they \
             measure: T_cpu sensitive instructions and events, T_memory page tables, T_io devices. A \
             benchmark that is faster than on the baseline adds nothing to the bar; the totals keep \
             its sign."
        } },
        body: html! {
            @if let Some(drawing) = figures::model(set, WIDTH) { (chart(&drawing, &"")) }
            (table("numbers", "model-table", CAPTION, &header, &rows(&models)))
        },
    })
}

fn rows(models: &[(&str, Model)]) -> Markup {
    html! {
        @for (label, model) in models {
            tr {
                th scope="row" { (label) }
                @for share in &model.shares {
                    td { (figure_text(share.total)) " in " (share.operations) " operations" }
                    td { (percent_text(share.share)) }
                }
            }
        }
    }
}
