//! Whatever an index of Debian's, a list of packages or a program's file holds: it is refused, or what it names
//! is in the folder that it is for.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use debian::{banner, cpio, elf, is_version, read_any};
use ground::DebianArch;
use libfuzzer_sys::fuzz_target;

static DEBIAN: LazyLock<DebianArch> = LazyLock::new(|| DebianArch {
    name: "any".to_owned(),
    libraries: "any".to_owned(),
    suites: Vec::new(),
});

fuzz_target!(|bytes: &[u8]| {
    let _ = (banner(bytes), cpio::find(bytes, "a"), elf::needs(bytes));
    let kernels = read_any(bytes, &DEBIAN, Path::new("/folder"));
    assert!(kernels.is_empty() || !is_version(""));
});
