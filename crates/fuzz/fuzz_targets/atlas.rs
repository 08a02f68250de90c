//! Whatever an atlas' results and explanations hold, a zero between, or its plan: they are refused, or can be
//! shown as a table and as pages.
#![no_main]

use analysis::atlas::{Atlas, Explained};
use libfuzzer_sys::fuzz_target;
use measuring::atlas::AtlasPlan;
use reports::Format;
use reports::page::atlas_site;
use results::{disarm, parse};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(plan) = AtlasPlan::read(&String::from_utf8_lossy(bytes), "plan") {
        let _ = plan
            .lines()
            .map(|(subject, line)| plan.spec(&line.platforms[0], subject, &line.versions[0]))
            .count();
    }
    let (mut results, mut explained) = (Vec::new(), Vec::new());
    for (number, part) in bytes.split(|byte| *byte == 0).take(6).enumerate() {
        let name = format!("{number}.json");
        if let Ok(document) = parse(part.to_vec(), &name) {
            results.push((name, document));
        } else {
            let mut part = part.to_vec();
            disarm(&mut part);
            explained.extend(serde_json::from_slice::<Explained>(&part));
        }
    }
    let (mut atlas, _) = Atlas::of(&results);
    for one in &explained {
        atlas.fail(&one.platform, &one.from, &one.benchmark);
    }
    atlas.explain(&explained);
    for format in [Format::Table, Format::Csv, Format::Json] {
        reports::atlas(&atlas, 0.01, format, &mut Vec::new()).expect("memory can be written to");
    }
    let _ = atlas_site(&atlas, 0.01);
});
