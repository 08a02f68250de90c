//! Builds the QEMU plugin that the tool carries.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::entries;

/// Builds the plugin of `folder` with what each architecture of the `kernel` adds to it, and
/// returns where below `out` it is.
pub(crate) fn build(folder: &Path, kernel: &Path, out: &Path) -> PathBuf {
    let plugin = out.join("count.so");
    let mut sources = entries(folder);
    for arch in entries(&kernel.join("arch")) {
        let added = arch.join("plugin");
        if added.is_dir() {
            sources.extend(entries(&added));
        }
    }
    for source in &sources {
        println!("cargo:rerun-if-changed={}", source.display());
    }
    let result = Command::new("cc")
        .args(["-shared", "-fPIC", "-fvisibility=hidden", "-std=gnu11", "-O2"])
        .args(["-Wall", "-Wextra", "-Werror", "-s", "-I"])
        .arg(folder)
        .arg("-o")
        .arg(&plugin)
        .args(sources.iter().filter(|path| path.extension().is_some_and(|e| e == "c")))
        .output();
    let output = result.unwrap_or_else(|e| {
        panic!("cannot run cc to build the QEMU plugin: {e}\nInstall it: apt-get install gcc")
    });
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the QEMU plugin did not build:\n{messages}");
    plugin
}
