//! Builds the guests' programs for each architecture, and lists them and what their sources say of
//! operations as Rust source.

#![expect(clippy::unnecessary_debug_formatting, reason = "paths become Rust string literals")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use building::entries;

fn main() {
    let (kernel, linux) = (building::kernel(), building::sources("linux"));
    let out = building::out();
    if let Some(note) = building::other_compiler() {
        println!("cargo:warning={note}");
    }
    watch(&kernel);
    watch(&linux);
    let mut list = String::from("&[\n");
    for folder in building::architectures() {
        let name = folder.file_name().expect("a folder has a name").to_string_lossy();
        let kernel =
            build(&kernel, &name, &out.join("kernel")).join(format!("hyperbench-{name}.elf"));
        let linux = program_for_linux(&linux, &name, &out);
        writeln!(list, "    ({name:?}, include_bytes!({kernel:?}), {linux}),")
            .expect("a String takes everything");
    }
    building::write(&out.join("programs.rs"), &(list + "]\n"));
    let texts = [&kernel, &linux].map(|sources| {
        let texts: Vec<_> = building::texts(&sources.join("bench")).into_iter().collect();
        format!("&{texts:?}")
    });
    building::write(&out.join("texts.rs"), &format!("[{}]", texts.join(", ")));
}

/// The program in `sources` as an expression in Rust, which is empty where nobody has brought it to
/// this architecture.
fn program_for_linux(sources: &Path, arch: &str, out: &Path) -> String {
    if !sources.join("arch").join(arch).is_dir() {
        return "&[]".to_owned();
    }
    let folder = build(sources, arch, &out.join("linux"));
    format!("include_bytes!({:?})", folder.join(format!("hyperbench-linux-{arch}.elf")))
}

/// Runs the Makefile in `sources`; returns the folder below `out` that its program is in then.
fn build(sources: &Path, arch: &str, out: &Path) -> PathBuf {
    let folder = out.join(arch);
    let result = Command::new("make")
        .arg("-C")
        .arg(sources)
        .arg(format!("ARCH={arch}"))
        .arg(format!("OUT={}", folder.display()))
        // An outer make's flags and variables are meant for the outer Makefile.
        .env_remove("MAKEFLAGS")
        .env_remove("MFLAGS")
        .env_remove("MAKELEVEL")
        .output();
    let output = match result {
        Ok(output) => output,
        Err(e) => {
            panic!("cannot run make to build a guest: {e}\nInstall it: apt-get install make")
        }
    };
    assert!(
        output.status.success(),
        "{} did not build for {arch} (it needs make, clang and lld: tools/setup.sh run):\n{}{}",
        sources.display(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    folder
}

/// Rebuild when any of the sources changes, is added or is removed.
fn watch(folder: &Path) {
    println!("cargo:rerun-if-changed={}", folder.display());
    for path in entries(folder) {
        if path.is_dir() && path.file_name().is_some_and(|name| name != "build") {
            watch(&path);
        } else if path.is_file() {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
}
