//! Whatever a file of rules for comparisons holds: it is refused with a reason, or compares.
#![no_main]

use analysis::compare::{Gate, threshold};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let file = tempfile::NamedTempFile::new_in("/dev/shm").expect("there is room");
    std::fs::write(file.path(), bytes).expect("there is room");
    if let Ok(gate) = Gate::new(&[], Some(file.path())) {
        let _ = gate.is_open();
    }
    let _ = threshold(&String::from_utf8_lossy(bytes));
});
