//! LAVA's signals, as its dispatcher finds them in a device's console:
//! <https://docs.lavasoftware.org/lava/writing-tests.html>.

use std::fmt::Write;

use results::{Document, PlatformRun, Status, Summary};

/// A test set for each platform, with a test case for each benchmark; costs are measurements.
pub(crate) fn render(document: &Document) -> String {
    let mut text = String::new();
    for run in &document.platforms {
        let _ = writeln!(text, "<LAVA_SIGNAL_TESTSET START {}>", identifier(&run.label));
        run.benchmarks.iter().for_each(|summary| text += &case(run, summary));
        text += "<LAVA_SIGNAL_TESTSET STOP>\n";
    }
    text
}

fn case(run: &PlatformRun, summary: &Summary) -> String {
    let result = match summary.status {
        Status::Ok => "pass",
        Status::Skipped => "skip",
        _ => "fail",
    };
    let cost = summary.value.filter(|value| value.is_finite());
    let cost = cost.map(|value| format!(" MEASUREMENT={value} UNITS={}", run.unit));
    let name = identifier(&summary.name);
    let cost = cost.unwrap_or_default();
    format!("<LAVA_SIGNAL_TESTCASE TEST_CASE_ID={name} RESULT={result}{cost}>\n")
}

/// `text` without what LAVA allows in no name.
fn identifier(text: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    text.chars().map(|c| if allowed(c) { c } else { '_' }).collect()
}
