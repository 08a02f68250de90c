//! Lists the descriptions of the Linux guests as Rust source.

#![expect(clippy::unnecessary_debug_formatting, reason = "paths become Rust string literals")]

use building::entries;

fn main() {
    let folder = building::package().join("arch");
    println!("cargo:rerun-if-changed={}", folder.display());
    let list: String = entries(&folder)
        .iter()
        .map(|own| {
            let arch = own.file_name().expect("a folder has a name").to_string_lossy();
            format!("    ({arch:?}, include_str!({:?})),\n", own.join("linux.toml"))
        })
        .collect();
    building::write(&building::out().join("guests.rs"), &format!("&[\n{list}]\n"));
}
