//! KTAP version 1, as the kernel's test tools read it: <https://docs.kernel.org/dev-tools/ktap.html>.

use std::fmt::Write;

use crate::cost_text;
use results::{Document, PlatformRun, Status, Summary};

/// A test for each platform, with a subtest for each benchmark; costs are diagnostic lines.
pub(crate) fn render(document: &Document) -> String {
    let mut text = format!("KTAP version 1\n1..{}\n", document.platforms.len());
    for (index, run) in document.platforms.iter().enumerate() {
        let failed = run.failure.is_some() || run.benchmarks.iter().any(|s| s.status.is_failure());
        text += &subtests(run);
        let result = if failed { "not ok" } else { "ok" };
        let _ = writeln!(text, "{result} {} {}", index + 1, plain(&run.label));
    }
    text
}

fn subtests(run: &PlatformRun) -> String {
    let mut text = "  KTAP version 1\n".to_owned();
    let _ = writeln!(text, "  # Subtest: {}", plain(&run.label));
    let _ = writeln!(text, "  1..{}", run.benchmarks.len());
    for (index, summary) in run.benchmarks.iter().enumerate() {
        let (number, name) = (index + 1, plain(&summary.name));
        let _ = writeln!(text, "  # {}", plain(&diagnosis(run, summary)));
        let _ = match summary.status {
            Status::Ok => writeln!(text, "  ok {number} {name}"),
            Status::Skipped => {
                writeln!(text, "  ok {number} {name} # SKIP {}", plain(&summary.reason))
            }
            _ => writeln!(text, "  not ok {number} {name}"),
        };
    }
    text
}

/// What a person wants to know of a result.
fn diagnosis(run: &PlatformRun, summary: &Summary) -> String {
    match summary.status {
        Status::Ok => format!("{}: {} {}", summary.name, cost_text(summary), run.unit),
        status => format!("{}: {status}: {}", summary.name, summary.reason),
    }
}

/// `text` on one line, without what begins a directive.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c == '#' || c.is_control() { ' ' } else { c }).collect()
}
