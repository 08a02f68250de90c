//! What the build scripts share: where the kernel's sources are, and what the description of an
//! architecture (`kernel/arch/*/arch.toml`) says.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The kernel's sources.
pub fn kernel() -> PathBuf {
    sources("kernel")
}

/// The sources of the guests' program `name`: this repository's, unless `HYPERBENCH_NAME_DIR`
/// names others.
pub fn sources(name: &str) -> PathBuf {
    let variable = format!("HYPERBENCH_{}_DIR", name.to_uppercase());
    println!("cargo:rerun-if-env-changed={variable}");
    let own = || package().join("../..").join(name);
    env::var_os(variable).map_or_else(own, PathBuf::from)
}

/// The folder of the package that is built.
pub fn package() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"))
}

/// The folder for what its build script makes.
pub fn out() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"))
}

/// The folders of the architectures in the kernel's sources, each of which has a description.
pub fn architectures() -> Vec<PathBuf> {
    let mut folders = entries(&kernel().join("arch"));
    folders.retain(|folder| description(folder).is_file());
    folders
}

/// Where the description of the architecture in `folder` is.
pub fn description(folder: &Path) -> PathBuf {
    folder.join("arch.toml")
}

/// What the description of the architecture in `folder` says of `key` in `table`; `None` where it
/// does not say, or there is none.
pub fn fact(folder: &Path, table: &str, key: &str) -> Option<toml::Value> {
    Some(facts(&description(folder))?.get(table)?.get(key)?.clone())
}

/// What the TOML file at `path` says; `None` where there is none.
pub fn facts(path: &Path) -> Option<toml::Table> {
    println!("cargo:rerun-if-changed={}", path.display());
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.parse().unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}

/// The entries of `folder`, sorted by name, so that a build is the same everywhere.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("cannot read the folder {}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.expect("readable entry").path()).collect();
    paths.sort();
    paths
}

/// Writes what the build script has generated.
pub fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|e| panic!("cannot write {}: {e}", path.display()));
}

/// Assembles the code of a ROM in the file `source`, for the architecture called `arch`, into the
/// file `rom`: it lies where a PC has the graphics adapter's.
pub fn assemble_rom(source: &Path, arch: &str, rom: &Path) {
    let result = Command::new("clang")
        .arg(format!("--target={arch}-unknown-none-elf"))
        .args(["-nostdlib", "-static", "-fuse-ld=lld", "-Wl,--build-id=none"])
        .args(["-Wl,--oformat=binary", "-Wl,-Ttext=0xc0000", "-o"])
        .args([rom, source])
        .output();
    let output = result.unwrap_or_else(|e| {
        panic!("cannot run clang to build a ROM: {e}\nInstall it: apt-get install clang lld")
    });
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "a ROM did not build:\n{messages}");
}
