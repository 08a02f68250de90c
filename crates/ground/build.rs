//! Lists the descriptions of all architectures as Rust source.

#![expect(clippy::unnecessary_debug_formatting, reason = "paths become Rust string literals")]

use std::fmt::Write;

fn main() {
    let mut list = String::from("&[\n");
    for folder in building::architectures() {
        let description = building::description(&folder).canonicalize().expect("it is a file");
        println!("cargo:rerun-if-changed={}", description.display());
        writeln!(list, "    include_str!({description:?}),").expect("a String takes everything");
    }
    building::write(&building::out().join("architectures.rs"), &(list + "]\n"));
}
