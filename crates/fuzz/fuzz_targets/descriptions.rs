//! Whatever a description of a monitor holds: it is refused with its line, or every file that it asks for
//! has a plain name.
#![no_main]

use libfuzzer_sys::fuzz_target;
use monitors::described::Description;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match Description::read(&text) {
        Ok(description) => {
            assert!(description.files.keys().all(|name| system::place::fault(name).is_none()));
            let _ = description.needs_options_inside();
        }
        Err(mistake) => assert!(mistake.line <= 1 + text.matches('\n').count()),
    }
});
