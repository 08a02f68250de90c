//! `KernelCI`'s common format, in its version 5.3: <https://github.com/kernelci/kcidb-io>.

use std::io;

use serde_json::{Value, json};

use crate::data;
use results::{Document, PlatformRun, Status, Summary};

/// Who says so, and whose build it is, until whoever submits the results puts their own names here.
const ORIGIN: &str = "hyperbench";

/// Writes a test for each benchmark on a platform. The tested build is the host's kernel.
pub(crate) fn write(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    let tests = |run| move |summary| test(document, run, summary);
    let runs = document.platforms.iter();
    let tests: Vec<Value> = runs.flat_map(|run| run.benchmarks.iter().map(tests(run))).collect();
    data::write(&json!({ "version": { "major": 5, "minor": 3 }, "tests": tests }), out)
}

fn test(document: &Document, run: &PlatformRun, summary: &Summary) -> Value {
    let (label, name) = (node(&run.label), node(&summary.name));
    let status = match summary.status {
        Status::Ok => "PASS",
        Status::Skipped => "SKIP",
        Status::Fault | Status::Timeout | Status::Hung => "FAIL",
        Status::Crashed => "ERROR",
    };
    let mut test = json!({
        "id": format!("{ORIGIN}:{}/{label}/{name}", document.started),
        "build_id": format!("{ORIGIN}:{}", text(&document.host.kernel)),
        "origin": ORIGIN,
        "path": format!("hyperbench.{label}.{name}"),
        "status": status,
        "environment": { "comment": text(&document.host.cpu) },
        "comment": text(&format!("{} on {}", summary.name, run.version)),
    });
    if let Some(value) = summary.value.filter(|value| value.is_finite()) {
        test["number"] = json!({ "value": value, "unit": run.unit.to_string() });
    }
    if !summary.reason.is_empty() {
        test["log_excerpt"] = text(&summary.reason).into();
    }
    test
}

/// `text` as a step of a path.
fn node(text: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    text.chars().map(|c| if allowed(c) { c } else { '_' }).collect()
}

/// `text` without what the format refuses.
fn text(text: &str) -> String {
    text.replace('\0', " ").chars().take(16_000).collect()
}
