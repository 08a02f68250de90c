//! Builds the one program of the lab that is not Debian's.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{description, entries};

/// Compiles `lab/port.c` of the architecture whose lab has one into a static Linux program in
/// `out`, with the compiler that also builds the kernels.
pub(crate) fn build_port(kernel: &Path, out: &Path) -> PathBuf {
    let (source, target) = entries(&kernel.join("arch"))
        .iter()
        .find_map(|folder| {
            let target =
                description(folder)?.get("lab")?.get("compiler_target")?.as_str()?.to_owned();
            Some((folder.join("lab/port.c"), target))
        })
        .expect("an architecture's lab has such a program");
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
        "{} did not build:\n{}",
        source.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    program
}
