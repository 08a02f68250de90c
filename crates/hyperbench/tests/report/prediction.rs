//! The page of predictions in a browser.

use prediction::{Prediction, Term};
use reports::PredictionReport;
use reports::page::prediction_page;
use results::{Quantity, Unit};

use crate::browser::{Browser, DESKTOP};
use crate::synthetic::HOSTILE;

/// A workload of 1,000 that pays 300 for faults and 100 for another event, and of the whole a tenth
/// to the host; 1,600 were measured.
fn prediction() -> Prediction {
    let exact = Quantity::exact;
    let term = |event, count, price| Term::new(event, "operation", exact(count), exact(price));
    let terms =
        vec![term("fault", 3.0, 100.0), term("stolen", 1400.0, 0.1), term(HOSTILE[0], 10.0, 10.0)];
    Prediction {
        platform: HOSTILE[0].to_owned(),
        workload: "pack".to_owned(),
        model: "tick",
        native: exact(1000.0),
        predicted: exact(1540.0),
        measured: Some(exact(1600.0)),
        model_error: None,
        terms,
        unpriced: Vec::new(),
        beyond: Vec::new(),
    }
}

#[test]
fn a_slider_has_times_computed_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("what-if.html");
    let report = PredictionReport {
        unit: Unit::Instructions,
        predictions: vec![prediction()],
        ranking: None,
        levers: None,
        has_shipped_costs: false,
        origins: Vec::new(),
    };
    std::fs::write(&file, prediction_page(&report)).unwrap();
    let mut browser = Browser::start();
    browser.open(file.to_str().unwrap(), DESKTOP);
    assert_eq!(browser.evaluate("document.querySelectorAll('.point').length"), 1);
    let mut shown =
        |id: &str| browser.evaluate(&format!("document.querySelector('[data-{id}]').textContent"));
    assert_eq!((shown("predicted"), shown("overhead")), ("1,540".into(), "54 %".into()));
    let set = |to: u32| {
        format!(
            "(() => {{ const input = document.querySelector('[data-event=fault]'); \
             input.value = {to}; input.dispatchEvent(new Event('input')); }})()"
        )
    };
    let predicted = "document.querySelector('[data-predicted]').textContent";
    browser.evaluate(&set(0));
    assert_eq!(browser.evaluate(predicted), "1,210", "without faults: 1,100 and a tenth");
    browser.evaluate(&set(100));
    assert_eq!(browser.evaluate(predicted), "4,510", "with ten times as many");
    browser.evaluate("document.querySelector('#reset').click()");
    assert_eq!(browser.evaluate(predicted), "1,540");
    assert_eq!(browser.evaluate("document.querySelectorAll('[data-bar] rect').length"), 3);
    assert_eq!(browser.complaints(), Vec::<&serde_json::Value>::new());
}
