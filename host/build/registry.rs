//! Collects what is registered by being a file in a folder: every file but `mod.rs` is one.

use std::fmt::Write;
use std::path::Path;

use crate::entries;

/// Returns the module declarations of all files in `folder` and a function that lists the
/// item called `item`, of type `kind`, that each of them defines.
pub(crate) fn collect(folder: &Path, item: &str, kind: &str) -> String {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut modules = String::new();
    let mut list = String::new();
    for path in entries(folder) {
        let name = path.file_stem().expect("a file has a name").to_string_lossy();
        if name != "mod" && path.extension().is_some_and(|extension| extension == "rs") {
            writeln!(modules, "#[path = {path:?}]\nmod {name};")
                .expect("a String takes everything");
            write!(list, "{name}::{item}, ").expect("a String takes everything");
        }
    }
    format!(
        "{modules}\n/// All that this build knows, by file name.\n\
         pub fn all() -> Vec<{kind}> {{\n    vec![{list}]\n}}\n"
    )
}
