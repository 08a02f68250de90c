//! Whatever a kernel's symbols and debugging information hold, a program's, Xen's and what the lab's console
//! tells of them: there are names, or none.
#![no_main]

use std::fs::write;

use debian::cpio::Archive;
use lab::{Symbols, xen_functions};
use libfuzzer_sys::fuzz_target;

/// Where the lab's console says that a program's code lies.
const MAPPING: &str = "@symbols\n400000-500000 r-xp 00001000 00:01 5 /p\n";

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir_in("/dev/shm").expect("there is room");
    let mut programs = Archive::default();
    programs.file("p", bytes);
    for (name, content) in [("programs", &*programs.finish()), ("hypervisor", bytes)] {
        write(folder.path().join(name), content).expect("there is room");
    }
    let console = format!("{MAPPING}{}", String::from_utf8_lossy(bytes));
    let symbols = Symbols::new(bytes, &console, folder.path()).with_linux(bytes);
    let _ = xen_functions(bytes);
    let addresses = (0..64).map(|page| 0x10_0000 + page * 64).chain([0, 0x40_1000, u64::MAX]);
    for address in addresses {
        let _ = (symbols.inlined(0, address), symbols.inlined(2, address));
    }
});
