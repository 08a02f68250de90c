//! Lists the descriptions of the Linux guests as Rust source.

#![expect(clippy::unnecessary_debug_formatting, reason = "paths become Rust string literals")]

use building::entries;

fn main() {
    let folder = building::package().join("arch");
    println!("cargo:rerun-if-changed={}", folder.display());
    list("linux.toml", "guests.rs");
    list("papers.toml", "papers.rs");
}

/// Writes a list of the files called `name` and of the architectures that have one.
fn list(name: &str, to: &str) {
    let folders = entries(&building::package().join("arch"));
    let list: String = folders
        .iter()
        .filter(|own| own.join(name).is_file())
        .map(|own| {
            let arch = own.file_name().expect("a folder has a name").to_string_lossy();
            format!("    ({arch:?}, include_str!({:?})),\n", own.join(name))
        })
        .collect();
    building::write(&building::out().join(to), &format!("&[\n{list}]\n"));
}
