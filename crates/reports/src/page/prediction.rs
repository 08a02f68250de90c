//! Predictions as a page: predicted against measured, what overheads are made of, and what they would
//! be if operations cost more or less.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::assets;
use super::chart::json as embedded;
use crate::digits::grouped;
use crate::percent_text;
use crate::tables::prediction::PredictionReport;
use prediction::Prediction;

const PROGRAM: &str = include_str!("../../assets/prediction/prediction.js");
const STYLE: &str = include_str!("../../assets/prediction/prediction.css");

/// The event whose part of a time is a share of all other parts: what the host takes for itself.
const SHARE: &str = "stolen";

/// The page of the predictions of `report`.
pub fn prediction_page(report: &PredictionReport) -> String {
    let all = &report.predictions;
    let one = |one: &Prediction| {
        let terms = one.terms.iter().map(|term| {
            json!({ "event": term.event, "count": term.count.value, "price": term.price.value })
        });
        json!({ "platform": one.platform, "workload": one.workload, "native": one.native.value,
            "measured": one.measured.map(|it| it.value), "terms": terms.collect::<Vec<Value>>() })
    };
    let predictions: Vec<Value> = all.iter().map(one).collect();
    let data = json!({ "share": SHARE, "predictions": predictions });
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(assets::policy(&[PROGRAM]));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "What workloads would pay" }
                style { (PreEscaped(assets::style())) (PreEscaped(STYLE)) }
            }
            body {
                header {
                    p.brand { "HyperBench" }
                    h1 { "What workloads would pay" }
                    p.subject { "Predicted times, in " (report.unit) "." }
                    noscript { p.warning { "Without JavaScript nothing is drawn and nothing can be set. All figures are in the table." } }
                }
                main id="main" {
                    (what_if())
                    (scatter(all.iter().any(|one| one.measured.is_some())))
                    (table(report))
                }
                script id="predictions" type="application/json" { (PreEscaped(embedded(&data))) }
                script { (PreEscaped(PROGRAM)) }
            }
        }
    }
    .into_string()
}

fn what_if() -> Markup {
    html! {
        section #what-if hidden aria-labelledby="what-if-title" {
            h2 #what-if-title { "What if an operation cost more, or less?" }
            div.lead { p { "Each slider multiplies what one event costs above native, on all platforms, from nothing to ten times as much. All below is computed anew." } }
            div #sliders {}
            p { button #reset type="button" { "As measured" } }
        }
    }
}

fn scatter(is_measured: bool) -> Markup {
    html! {
        section hidden[!is_measured] aria-labelledby="scatter-title" {
            h2 #scatter-title { "Predicted against measured" }
            div.lead { p { "What is above the native time, as a share of it. On the broken line a prediction is right; below it something is missing." } }
            ul.legend #shapes {}
            div #scatter {}
        }
    }
}

fn table(report: &PredictionReport) -> Markup {
    let number = |value: f64| grouped(&format!("{:.0}", value.max(0.0)));
    html! {
        section aria-labelledby="table-title" {
            h2 #table-title { "What the time above native is made of" }
            div.lead { p { "A bar is all that is predicted above native, the overhead a share of the native time." } }
            ul.legend #colours {}
            div.scroll tabindex="0" role="region" aria-label="Predictions" {
                table {
                    caption { "Predictions" }
                    thead { tr {
                        @for name in ["platform", "workload", "model"] { th scope="col" { (name) } }
                        @for name in ["native", "predicted", "measured", "overhead"] {
                            th.number scope="col" { (name) }
                        }
                        th scope="col" { "made of" }
                    } }
                    tbody { @for (at, one) in report.predictions.iter().enumerate() { tr {
                        th scope="row" { (one.platform) }
                        td { (one.workload) }
                        td { (one.model) }
                        td.number { (number(one.native.value)) }
                        td.number data-predicted=(at) { (number(one.predicted.value)) }
                        td.number { @if let Some(it) = one.measured { (number(it.value)) } }
                        td.number data-overhead=(at) { (percent_text(one.overhead() / one.native.value)) }
                        td data-bar=(at) {}
                    } } }
                }
            }
        }
    }
}
