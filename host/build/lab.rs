//! Builds the one program of the lab that is not Debian's.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles `lab/port.c` into a static x86-64 Linux program in `out`, with the compiler that
/// also builds the kernels.
pub(crate) fn build_port(lab: &Path, out: &Path) -> PathBuf {
    let source = lab.join("port.c");
    println!("cargo:rerun-if-changed={}", source.display());
    let program = out.join("lab-port");
    let output = Command::new("clang")
        .args(["--target=x86_64-unknown-linux-gnu", "-O2", "-ffreestanding"])
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
