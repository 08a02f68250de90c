//! Whatever another suite has printed: it is refused with a reason, or its figures can be kept, read
//! again and shown.
#![no_main]

use analysis::imported::{Suite, import};
use libfuzzer_sys::fuzz_target;
use reports::Format;
use results::parse;

fuzz_target!(|bytes: &[u8]| {
    let log = String::from_utf8_lossy(bytes);
    for suite in Suite::ALL {
        let hz = Some(2_600_000_000);
        let Ok(document) = import(suite, &log, |_| None, hz, suite.name()) else { continue };
        let kept = serde_json::to_vec(&document).expect("it holds numbers and texts");
        assert!(parse(kept, "fuzz.json").is_ok());
        reports::results(&document, Format::Table, &mut Vec::new())
            .expect("memory can be written to");
    }
});
