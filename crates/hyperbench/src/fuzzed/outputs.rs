//! The way of a console to every output, within this process.

use std::time::Duration;

use analysis::SideBySide;
use analysis::compare::{Comparison, Side};
use analysis::model::{Model, Terms};
use analysis::platform_set::PlatformSet;
use ground::{Arch, GuestKind};
use images::KernelImage;
use reports::page::page;
use reports::{ExportFormat, Format, figures};
use results::{Document, Measured, PlatformRun, Tool, parse};
use system::interrupt::Interrupt;

use measuring::{Plan, Request, Session, Target, Watcher};

/// Takes the console in `file` through a session, and what came of it to every output; `None` if
/// it holds no benchmark.
pub(super) fn show_everywhere(file: &str) -> Option<Document> {
    let run = replayed(file)?;
    let baseline = run.label.clone();
    let other = PlatformRun { label: "other".into(), ..run.clone() };
    let platforms = vec![run, other];
    let document = Document { baseline, platforms, schema_version: 1, ..Document::default() };
    print_everything(&document);
    let mut json = Vec::new();
    reports::results(&document, Format::Json, &mut json).unwrap();
    let read = parse(json, "read.json").expect("what the tool writes it can read");
    print_everything(&read);
    let set = PlatformSet::new(SideBySide::new(vec![("read".to_owned(), read)]));
    assert!(page(&set, &[]).ends_with("</html>"));
    figures::all(&set, 760.0);
    Some(document)
}

fn print_everything(document: &Document) {
    let out = &mut Vec::new();
    for format in [Format::Table, Format::Csv, Format::Json] {
        reports::results(document, format, out).unwrap();
    }
    reports::histograms(document, out).unwrap();
    for format in [ExportFormat::Markdown, ExportFormat::Latex, ExportFormat::Jsonl] {
        reports::export(document, format, true, out).unwrap();
    }
    for format in [ExportFormat::Csv, ExportFormat::Jsonl] {
        reports::export_samples(document, format, out).unwrap();
    }
    let [a, b] = ["other", &document.baseline]
        .map(|label| Side::of(document.clone(), "fuzzed.json", Some(label)).expect("it is there"));
    let comparison = Comparison::new(&a, &b, 0.05).expect("both count the same");
    reports::comparison(&comparison, &[], true);
    Model::new(&document.platforms[1], &document.platforms[0], &Terms::default());
    assert!(!out.contains(&0x1b), "an escape sequence got through");
}

/// What a session makes of the console in `file`; `None` if that holds no benchmark.
fn replayed(file: &str) -> Option<PlatformRun> {
    let image = KernelImage::carried(Arch::native(), GuestKind::Bare).unwrap();
    let request = Request {
        targets: vec![Target::known("replay", &[("file", file)])],
        timeout_ms: Some(3000),
        time_budget: Some(Duration::from_secs(3600)),
        boots: Some(1),
        ..Request::new(Tool::default(), image)
    };
    let plan = Plan::new(&request).ok()?;
    let mut session = Session::new(&plan.jobs[0]);
    while !session.is_over() {
        session.round(&Interrupt::default(), &mut Margins);
    }
    Some(session.run().clone())
}

/// Asks of every batch what the progress line shows.
struct Margins;

impl Watcher for Margins {
    fn batch(&mut self, measured: &Measured) {
        measured.relative_margin();
    }
}
