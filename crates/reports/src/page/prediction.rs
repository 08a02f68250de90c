//! Predictions as a page: predicted against measured, what overheads are made of, and what they would
//! be if operations cost more or less.

use maud::{PreEscaped, html};
use serde_json::{Value, json};

use super::assets;
use super::chart::json as embedded;
use super::part::{Part, sortable};
use super::shell::Shell;
use crate::digits::grouped;
use crate::percent_text;
use crate::tables::prediction::PredictionReport;
use prediction::Prediction;

/// The event whose part of a time is a share of all other parts: what the host takes for itself.
const SHARE: &str = "stolen";

const COLUMNS: [&str; 8] =
    ["platform", "workload", "model", "native", "predicted", "measured", "overhead", "made of"];

/// The page of the predictions of `report`.
pub fn page(report: &PredictionReport) -> String {
    let all = &report.predictions;
    let is_measured = all.iter().any(|one| one.measured.is_some());
    let parts: Vec<Part> = [Some(what_if()), is_measured.then(scatter), Some(table(report))]
        .into_iter()
        .flatten()
        .collect();
    let shell = Shell {
        title: "What workloads would pay".to_owned(),
        heading: "What workloads would pay",
        subject: format!("Predicted times, in {}", report.unit),
        opening: None,
        facts: vec![(all.len() as u64, "predictions")],
        circumstances: html! {
            script id="predictions" type="application/json" { (PreEscaped(embedded(&data(all)))) }
        },
        programs: assets::OF_PREDICTIONS,
    };
    shell.around(&parts)
}

/// What the page's program computes with.
fn data(predictions: &[Prediction]) -> Value {
    let one = |one: &Prediction| {
        let terms = one.terms.iter().map(|term| {
            json!({ "event": term.event, "count": term.count.value, "price": term.price.value })
        });
        json!({ "platform": one.platform, "workload": one.workload, "native": one.native.value,
            "measured": one.measured.map(|it| it.value), "terms": terms.collect::<Vec<Value>>() })
    };
    json!({ "share": SHARE, "predictions": predictions.iter().map(one).collect::<Vec<_>>() })
}

fn what_if() -> Part {
    Part {
        id: "what-if",
        short: "What if",
        title: "What if an operation cost more, or less?",
        lead: html! { p {
            "Each slider multiplies what one event costs above native, on all platforms, from nothing \
             to ten times as much. All below is computed anew."
        } },
        body: html! {
            div #sliders {}
            p { button #reset type="button" hidden { "As measured" } }
        },
    }
}

fn scatter() -> Part {
    Part {
        id: "against",
        short: "Against measured",
        title: "Predicted against measured",
        lead: html! { p {
            "What is above the native time, as a share of it. On the broken line a prediction is right; \
             below it something is missing."
        } },
        body: html! { ul.legend #shapes {} div #scatter {} },
    }
}

fn table(report: &PredictionReport) -> Part {
    let number = |value: f64| grouped(&format!("{:.0}", value.max(0.0)));
    let rows = html! { @for (at, one) in report.predictions.iter().enumerate() { tr {
        td { (one.platform) } td { (one.workload) } td { (one.model) }
        td.number { (number(one.native.value)) }
        td.number data-predicted=(at) { (number(one.predicted.value)) }
        td.number { @if let Some(it) = one.measured { (number(it.value)) } }
        td.number data-overhead=(at) { (percent_text(one.overhead() / one.native.value)) }
        td data-bar=(at) {}
    } } };
    Part {
        id: "predictions-table",
        short: "Figures",
        title: "What the time above native is made of",
        lead: html! { p {
            "A bar is all that is predicted above native, the overhead a share of the native time."
        } },
        body: html! {
            ul.legend #colours {}
            (sortable("figures-table", "Predictions", &COLUMNS, &rows))
        },
    }
}
