//! The XML of `JUnit`, as build servers read it: a suite for each platform, a case for each benchmark.

use std::io;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite, XmlString};

use crate::cost_text;
use crate::digits::percent;
use results::{Document, PlatformRun, Status, Summary, Violation};

/// Writes a document; costs are the cases' standard output and their property `cost`.
pub(crate) fn write(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    let mut report = Report::new("hyperbench");
    report.add_test_suites(document.platforms.iter().map(|run| suite(document, run)));
    report.serialize(out).map_err(io::Error::other)
}

fn suite(document: &Document, run: &PlatformRun) -> TestSuite {
    let mut suite = TestSuite::new(run.label.as_str());
    suite.add_property(("version", run.version.as_str()));
    suite.add_property(("unit", run.unit.to_string().as_str()));
    suite.add_test_cases(run.benchmarks.iter().map(|summary| case(document, run, summary)));
    suite
}

fn case(document: &Document, run: &PlatformRun, summary: &Summary) -> TestCase {
    let broken = document.violations(&run.label, &summary.name).next().map(broken);
    let status = broken.unwrap_or_else(|| status(summary));
    let mut case = TestCase::new(summary.name.as_str(), status);
    case.set_classname(format!("{}.{}", run.label, summary.category));
    if let Some(value) = summary.value.filter(|value| value.is_finite()) {
        case.add_property(("cost", value.to_string().as_str()));
        case.set_system_out(format!("{} {}", cost_text(summary), run.unit));
    }
    case
}

/// A rule was broken.
fn broken(violation: &Violation) -> TestCaseStatus {
    let change = percent(violation.change.abs());
    let how = if violation.change < 0.0 { "faster" } else { "slower" };
    let mut failure = TestCaseStatus::non_success(NonSuccessKind::Failure);
    failure.set_type("rule").set_message(format!("{change} {how}, against {}", violation.rule));
    failure
}

fn status(summary: &Summary) -> TestCaseStatus {
    let reason = XmlString::new(&summary.reason);
    match summary.status {
        Status::Ok => TestCaseStatus::success(),
        Status::Skipped => {
            let mut skipped = TestCaseStatus::skipped();
            skipped.set_message(reason);
            skipped
        }
        failed => {
            let mut failure = TestCaseStatus::non_success(NonSuccessKind::Failure);
            failure.set_type(failed.word()).set_message(reason);
            failure
        }
    }
}
