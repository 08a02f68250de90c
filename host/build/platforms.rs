//! Collects the platforms: every file of the platform folder but `mod.rs` is one.

use std::fmt::Write;
use std::path::Path;

use crate::entries;

/// Returns the module declarations of all platform files and a function that lists the
/// `PLATFORM` that each of them defines.
pub(crate) fn collect(folder: &Path) -> String {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut modules = String::new();
    let mut list = String::new();
    for path in entries(folder) {
        let name = path.file_stem().expect("a file has a name").to_string_lossy();
        if name != "mod" && path.extension().is_some_and(|extension| extension == "rs") {
            writeln!(modules, "#[path = {path:?}]\nmod {name};")
                .expect("a String takes everything");
            write!(list, "{name}::PLATFORM, ").expect("a String takes everything");
        }
    }
    format!(
        "{modules}\n/// Every platform this build knows, by file name.\n\
         pub fn all() -> Vec<&'static dyn Platform> {{\n    vec![{list}]\n}}\n"
    )
}
