//! Whatever a results file holds: it is refused with a reason, or every command that reads
//! results can do with it what it is there for.
#![no_main]

use analysis::SideBySide;
use analysis::compare::{Comparison, Side};
use analysis::fleet::Fleet;
use analysis::merge::merge;
use analysis::platform_set::PlatformSet;
use analysis::trend::Trend;
use libfuzzer_sys::fuzz_target;
use reports::page;
use reports::{ExportFormat, Format};
use results::parse;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = parse(bytes.to_vec(), "fuzz.json") else { return };
    let out = &mut Vec::new();
    for format in [Format::Table, Format::Json] {
        reports::results(&document, format, out).expect("memory can be written to");
    }
    for format in [
        ExportFormat::Csv,
        ExportFormat::Markdown,
        ExportFormat::Latex,
        ExportFormat::Bmf,
        ExportFormat::GithubAction,
        ExportFormat::Junit,
        ExportFormat::Kcidb,
        ExportFormat::Ktap,
        ExportFormat::Lava,
        ExportFormat::Openmetrics,
    ] {
        reports::export(&document, format, true, out).expect("memory can be written to");
    }
    let labels: Vec<_> = document.platforms.iter().map(|run| run.label.clone()).collect();
    let side = |label: &String| Side::of(document.clone(), "fuzz.json", Some(label)).ok();
    if let (Some(a), Some(b)) = (labels.first().and_then(side), labels.last().and_then(side))
        && let Some(comparison) = Comparison::new(&a, &b, 0.05)
    {
        reports::comparison(&comparison, &[], true);
    }
    let mut fleet = Fleet::default();
    fleet.add("fuzz.json", &document);
    reports::fleet_overview(&fleet.overview(&[], 0.0), Format::Table, out).expect("as above");
    reports::trend(&Trend::of(&fleet, false, 9, 0.0), Format::Csv, out).expect("as above");
    let part = ("fuzz.json".to_owned(), document.clone());
    let _ = merge(vec![part.clone(), part]);
    page::page(&PlatformSet::new(SideBySide::new(vec![("fuzz".to_owned(), document)])), &[]);
});
