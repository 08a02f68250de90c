//! Builds one kernel per architecture folder and lists them as Rust source.

#![expect(clippy::unnecessary_debug_formatting, reason = "paths become Rust string literals")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use building::entries;

fn main() {
    let (kernel, out) = (building::kernel(), building::out());
    watch(&kernel);
    let mut list = String::from("&[\n");
    for folder in building::architectures() {
        let name = folder.file_name().expect("a folder has a name").to_string_lossy();
        let image = build(&kernel, &name, &out);
        let description = building::description(&folder).canonicalize().expect("it is a file");
        writeln!(list, "    (include_str!({description:?}), include_bytes!({image:?})),")
            .expect("a String takes everything");
    }
    building::write(&out.join("architectures.rs"), &(list + "]\n"));
}

/// Runs the kernel's own Makefile; the image lands in `out`, never in the source tree.
fn build(kernel: &Path, arch: &str, out: &Path) -> PathBuf {
    let folder = out.join("kernel").join(arch);
    let result = Command::new("make")
        .arg("-C")
        .arg(kernel)
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
            panic!("cannot run make to build the kernel: {e}\nInstall it: apt-get install make")
        }
    };
    assert!(
        output.status.success(),
        "the {arch} kernel did not build (it needs make, clang and lld):\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    folder.join(format!("hyperbench-{arch}.elf"))
}

/// Rebuild when any of the kernel's sources changes, is added or is removed.
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
