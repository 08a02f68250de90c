//! Lists the locks as Rust source.

#![expect(clippy::unnecessary_debug_formatting, reason = "paths become Rust string literals")]

use std::fmt::Write;

fn main() {
    let folder = building::package().join("locks");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut list = String::from("&[\n");
    for lock in building::entries(&folder) {
        let name = lock.file_stem().expect("a file has a name").to_string_lossy();
        writeln!(list, "    ({name:?}, include_str!({lock:?})),").expect("a String takes all");
    }
    building::write(&building::out().join("locks.rs"), &(list + "]\n"));
}
