//! Whatever was read off a screen: it is refused with its lines, or results come of it that can be kept
//! and read again.
#![no_main]

use analysis::screen::Screen;
use libfuzzer_sys::fuzz_target;
use results::{Unit, parse};

fuzz_target!(|bytes: &[u8]| {
    let Ok(screen) = Screen::read(&String::from_utf8_lossy(bytes)) else { return };
    let document = screen.document("fuzz", Unit::Cycles, |_| None);
    let kept = serde_json::to_vec(&document).expect("it holds numbers and texts");
    assert!(parse(kept, "fuzz.json").is_ok());
});
