//! Predictions as a page: predicted against measured, what overheads are made of, and what they would
//! be if operations cost more or less.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::assets;
use super::chart::{WIDTH, chart};
use super::part::{Part, sortable};
use super::shell::Shell;
use crate::digits::grouped;
use crate::figures::{self, Axis, Drawing, Events, STACK, TOGETHER};
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
    let events = Events::of(all);
    let scatter = figures::scatter(all, WIDTH);
    let axis = scatter.as_ref().map(|(_, axis)| axis);
    let data = embedded(&data(all, axis));
    let parts: Vec<Part> = [
        Some(what_if(&events)),
        scatter.as_ref().map(|(drawing, _)| against(all, drawing)),
        Some(table(report, &events)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let shell = Shell {
        title: "What workloads would pay".to_owned(),
        heading: finding(all),
        subject: format!("Predicted times, in {}", report.unit),
        opening: None,
        facts: vec![(all.len() as u64, "predictions")],
        circumstances: html! {
            script id="predictions" type="application/json" { (PreEscaped(data)) }
        },
        programs: assets::OF_PREDICTIONS,
    };
    shell.around(&parts)
}

/// The greatest overhead, in words.
fn finding(all: &[Prediction]) -> String {
    let share = |one: &&Prediction| one.overhead() / one.native.value;
    let greatest = all.iter().filter(|one| share(one).is_finite());
    match greatest.max_by(|a, b| share(a).total_cmp(&share(b))) {
        Some(one) if share(&one) > 0.0 => {
            let (name, platform, more) =
                (&one.workload, &one.platform, percent_text(share(&one)).replace(' ', "\u{a0}"));
            format!("{name} would take {more} longer on {platform} than natively")
        }
        _ => "No workload would take longer than natively".to_owned(),
    }
}

/// What the page's program computes with.
fn data(predictions: &[Prediction], axis: Option<&Axis>) -> Value {
    let one = |one: &Prediction| {
        let terms = one.terms.iter().map(|term| {
            json!({ "event": term.event, "count": term.count.value, "price": term.price.value })
        });
        json!({ "native": one.native.value, "terms": terms.collect::<Vec<Value>>() })
    };
    let predictions: Vec<Value> = predictions.iter().map(one).collect();
    json!({ "share": SHARE, "stack": STACK, "axis": axis, "predictions": predictions })
}

/// `value` such that nothing in it can end the element around it.
fn embedded(value: &Value) -> String {
    // Outside of strings there is no such character.
    value.to_string().replace('<', "\\u003c")
}

fn what_if(events: &Events) -> Part {
    Part {
        id: "what-if",
        short: "What if",
        title: "What if an operation cost more, or less?",
        lead: html! { p {
            "Each slider multiplies what one event costs above native, on all platforms, from nothing \
             to ten times as much. All below is computed anew."
        } },
        body: html! {
            div #sliders hidden {
                @for event in &events.0 {
                    label {
                        (mark(events.colour(event), 1)) (event)
                        input type="range" min="0" max="100" value="50" autocomplete="off" data-event=(event);
                        output { "× 1.00" }
                    }
                }
            }
            p { button #reset type="button" hidden { "As measured" } }
        },
    }
}

/// A mark of a legend.
fn mark(colour: usize, symbol: usize) -> Markup {
    html! {
        svg.chart.mark viewBox="-7 -7 14 14" aria-hidden="true" {
            g class=(format!("c{colour}")) { (figures::symbol(symbol, (0.0, 0.0), "")) }
        }
    }
}

fn against(all: &[Prediction], drawing: &Drawing) -> Part {
    Part {
        id: "against",
        short: "Against measured",
        title: "Predicted against measured",
        lead: html! { p {
            "What is above the native time, as a share of it. On the broken line a prediction is right; \
             below it something is missing."
        } },
        body: html! {
            ul.legend { @for (index, name) in figures::platforms(all).iter().enumerate() {
                li { (mark(index % TOGETHER, index)) (name) }
            } }
            (chart(drawing, &""))
        },
    }
}

fn table(report: &PredictionReport, events: &Events) -> Part {
    let number = |value: f64| grouped(&format!("{:.0}", value.max(0.0)));
    let rows = html! { @for (at, one) in report.predictions.iter().enumerate() { tr {
        td { (one.platform) } td { (one.workload) } td { (one.model) }
        td.number { (number(one.native.value)) }
        td.number data-predicted=(at) { (number(one.predicted.value)) }
        td.number { @if let Some(it) = one.measured { (number(it.value)) } }
        td.number data-overhead=(at) { (percent_text(one.overhead() / one.native.value)) }
        td data-bar=(at) { (events.stack(one)) }
    } } };
    let (named, others) = events.0.split_at(events.0.len().min(TOGETHER - 1));
    Part {
        id: "made-of",
        short: "Figures",
        title: "What the time above native is made of",
        lead: html! { p {
            "A bar is all that is predicted above native, the overhead a share of the native time."
        } },
        body: html! {
            ul.legend {
                @for (colour, name) in named.iter().enumerate() { li { (mark(colour, 1)) (name) } }
                @if !others.is_empty() { li { (mark(TOGETHER - 1, 1)) "others" } }
            }
            (sortable("predictions-table", "Predictions", &COLUMNS, &rows))
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_element_and_stays_what_it_is() {
        let value = json!({ "</script><script>alert(1)//": "<!-- \u{2028}" });
        let text = embedded(&value);
        assert!(!text.contains('<'));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
