//! Names of files for QEMU.

use std::path::Path;

/// A file's name as QEMU's options take it: commas doubled.
pub(super) fn quoted(path: &Path) -> String {
    path.to_string_lossy().replace(',', ",,")
}
