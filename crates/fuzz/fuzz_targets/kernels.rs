//! Whatever a kernel's file holds: it is refused with a reason, or has a catalogue, and every form can be
//! made of it or not.
#![no_main]

use ground::Arch;
use images::forms::{self, Form};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = forms::with_options(bytes, "bench=idle");
    let _ = forms::with_name(bytes, "mine");
    let Ok(catalogue) = protocol::read_catalogue(bytes) else { return };
    let Some(arch) = Arch::named(&catalogue.arch) else { return };
    for form in [Form::Elf, Form::Linux] {
        let _ = form.make(bytes, arch);
    }
});
