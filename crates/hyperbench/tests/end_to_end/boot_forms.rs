//! One image, many ways to start it: as a Linux kernel, as an EFI application, by firmware that
//! Debian has, by several monitors.

use std::path::Path;

use crate::common::combination::Combination;
use crate::common::{output, stdout};

#[test]
fn the_paper_suite_is_measured_whoever_starts_the_kernel() {
    for combination in Combination::all().iter().filter(|one| !one.long) {
        combination.measure();
    }
}

#[test]
fn the_page_has_a_row_for_each_way_and_there_are_many() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(here.join("../../docs/platforms.md")).unwrap();
    let all = Combination::all();
    for one in &all {
        assert!(one.tested_in.iter().all(|test| here.join(test).exists()), "{}", one.name());
        let (place, way) = (one.place(), format!("{}: ", one.way));
        let is_its_row = |line: &str| {
            let ways = line.strip_prefix(&place);
            ways.is_some_and(|ways| ways.split("; ").any(|it| it.starts_with(&way)))
        };
        assert!(page.lines().any(is_its_row), "{}", one.name());
    }
    let platforms = stdout(&output(&["list", "platforms", "--format", "csv"]));
    let never_seen = all.iter().filter(|one| one.is_never_seen(&platforms)).count();
    assert!(never_seen == 3 && all.len() - never_seen >= 25, "{never_seen} of {}", all.len());
}
