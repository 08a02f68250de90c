//! Builds the benchmark kernels and the QEMU plugin that the tool carries, and collects what
//! is registered by being a file in a folder: architectures (`kernel/arch/*/arch.toml`), platforms
//! (`host/src/platform/*.rs`) and the doctor's checks (`host/src/doctor/checks/*.rs`).

#![expect(clippy::unnecessary_debug_formatting, reason = "paths become Rust string literals")]

mod kernel;
mod lab;
mod plugin;
mod registry;

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    let host = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let kernel = kernel_folder(&host);

    kernel::describe_host(&kernel);
    write(&out.join("architectures.rs"), &kernel::build_all(&kernel, &host.join("../lab"), &out));
    plugin::build(&host.join("plugin"), &kernel, &out);
    let registry = |folder, item, kind| registry::collect(&host.join(folder), item, kind);
    let platforms = registry("src/platform", "PLATFORM", "&'static dyn Platform");
    write(&out.join("platforms.rs"), &platforms);
    let checks = registry("src/doctor/checks", "CHECK", "&'static Check");
    write(&out.join("checks.rs"), &checks);
}

/// The kernel's sources: beside the host's, unless `HYPERBENCH_KERNEL_DIR` names others.
fn kernel_folder(host: &Path) -> PathBuf {
    println!("cargo:rerun-if-env-changed=HYPERBENCH_KERNEL_DIR");
    env::var_os("HYPERBENCH_KERNEL_DIR").map_or_else(|| host.join("../kernel"), PathBuf::from)
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|e| panic!("cannot write {}: {e}", path.display()));
}

/// What the file `arch.toml` of an architecture's folder says; `None` where there is none.
fn description(folder: &Path) -> Option<toml::Table> {
    let text = std::fs::read_to_string(folder.join("arch.toml")).ok()?;
    Some(text.parse().unwrap_or_else(|e| panic!("{}: {e}", folder.display())))
}

/// The entries of `folder`, sorted by name, so that a build is the same everywhere.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("cannot read the folder {}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.expect("readable entry").path()).collect();
    paths.sort();
    paths
}
