//! Pages of an atlas in which every text is up to no good.

use super::*;
use analysis::atlas::{Column, Explained, Figure, FunctionChange};

fn hostile() -> Atlas {
    let bad = "<script>alert(1)</script>\"'&".to_owned();
    let figure = |value, waits| Figure { value, waits };
    let build = |name: &str, value| Build {
        name: name.to_owned(),
        compiler: bad.clone(),
        file: bad.clone(),
        figures: [(bad.clone(), figure(value, false)), ("in".to_owned(), figure(9e6, true))].into(),
        failures: [("out".to_owned(), bad.clone())].into(),
        ..Build::default()
    };
    let step = Step {
        platform: bad.clone(),
        benchmark: bad.clone(),
        from: "6.1.0-9".to_owned(),
        to: bad.clone(),
        kind: Kind::Stable,
        before: 100.0,
        after: 137.0,
        share: 0.37,
        explained: Some(Explained {
            before: 100.0,
            after: 137.0,
            functions: vec![FunctionChange {
                name: bad.clone(),
                difference: 37.0,
                ..FunctionChange::default()
            }],
            ..Explained::default()
        }),
    };
    let builds = vec![build("6.1.0-9", 100.0), build(&bad, 137.0)];
    let failures = [("7.3".to_owned(), bad.clone())].into();
    let linux = Column { platform: bad.clone(), builds, failures, ..Column::default() };
    let qemu = Column {
        platform: "p:qemu=*".to_owned(),
        subject: Subject::Qemu,
        builds: vec![Build { name: "QEMU 10.0".to_owned(), ..build(&bad, 200.0) }],
        ..Column::default()
    };
    Atlas { columns: vec![linux, qemu], steps: vec![step] }
}

#[test]
fn every_link_has_its_page_and_foreign_texts_do_nothing() {
    let pages = site(&hostile(), 0.01);
    assert_eq!(pages.len(), 1 + 2 + 3);
    let names: BTreeSet<_> = pages.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names.len(), pages.len());
    for (name, text) in &pages {
        assert!(!text.contains("<script"), "{name}");
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || ".+-".contains(c)), "{name}");
        for link in text.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            let known = link.starts_with('#') || names.contains(&link.replace("%2B", "+"));
            assert!(known, "{name}: {link}");
        }
        assert!(!text.contains("http://") && !text.contains("https://"), "{name}");
    }
}

#[test]
fn a_page_says_step_functions_and_what_waits() {
    let pages = site(&hostile(), 0.01);
    let of = |begin: &str| {
        pages.iter().filter(|it| it.0.starts_with(begin)).map(|it| &*it.1).collect::<String>()
    };
    assert!(of("index").contains("+37 %") && of("index").contains("What could not be measured"));
    assert!(of("operation").contains("<svg") && of("operation").contains("+37 "));
    assert!(of("build").contains("waits for a clock"), "no figure of it is shown");
    assert!(!of("operation-in").contains("<svg"), "what waits has no line");
    let bench = pages.iter().find(|it| it.0.starts_with("operation--script")).unwrap();
    assert_eq!(bench.1.matches("<svg").count(), 2, "a line for Linux, and one for QEMU");
    assert!(bench.1.contains("dearest with") && bench.1.contains("By the version of QEMU"));
    assert!(of("build-QEMU").contains(">QEMU 10.0<") && !of("build").contains("Linux QEMU"));
    assert!(site(&hostile(), 0.5)[0].1.contains("No operation has stepped"));
}

#[test]
fn files_of_names_that_look_alike_differ() {
    let files = files("build", ["a/b", "a b"].into_iter());
    assert_eq!([&*files[0].1, &files[1].1], ["build-a-b.html", "build-a-b-1.html"]);
}
