//! Builds the one program of the lab that is not Debian's.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{description, entries};

/// Compiles `lab/port.c` into a static Linux program in `out` for the architecture that has a
/// lab, with the compiler that also builds the kernels.
pub(crate) fn build_port(lab: &Path, kernel: &Path, out: &Path) -> PathBuf {
    let target = entries(&kernel.join("arch"))
        .iter()
        .find_map(|folder| {
            description(folder)?.get("lab")?.get("compiler_target")?.as_str().map(str::to_owned)
        })
        .expect("an architecture has a lab");
    let source = lab.join("port.c");
    println!("cargo:rerun-if-changed={}", source.display());
    let program = out.join("lab-port");
    let output = Command::new("clang")
        .args([&format!("--target={target}"), "-O2", "-ffreestanding"])
        .args(["-fno-stack-protector", "-nostdlib", "-static", "-fuse-ld=lld", "-Wl,-s"])
        .args(["-Wall", "-Wextra", "-Werror", "-o"])
        .args([&program, &source])
        .output()
        .unwrap_or_else(|e| panic!("cannot run clang: {e}\nInstall it: apt-get install clang lld"));
    assert!(
        output.status.success(),
        "lab/port.c did not build:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    program
}
