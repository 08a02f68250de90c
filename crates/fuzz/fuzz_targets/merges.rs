//! Whatever several results files hold, a zero between: they are no parts of one run, or one document comes
//! of them that can be kept and read again.
#![no_main]

use analysis::merge::{merge, rerun};
use libfuzzer_sys::fuzz_target;
use results::parse;

fuzz_target!(|bytes: &[u8]| {
    let parts = bytes.split(|byte| *byte == 0).take(4).enumerate();
    let read = |(number, part): (usize, &[u8])| {
        let name = format!("{number}.json");
        Some((name.clone(), parse(part.to_vec(), &name).ok()?))
    };
    let Some(parts) = parts.map(read).collect::<Option<Vec<_>>>() else { return };
    let Ok(merged) = merge(parts) else { return };
    let kept = serde_json::to_vec(&merged.document).expect("it holds numbers and texts");
    assert!(parse(kept, "fuzz.json").is_ok());
    for one in &merged.missing {
        let _ = rerun(&merged.command, one.shard);
    }
});
