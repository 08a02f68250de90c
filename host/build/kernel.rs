//! Builds one kernel per architecture folder and lists them as Rust source.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{description, entries, lab};

/// Builds every architecture's kernel and programs of the lab below `out` and returns the
/// expression that lists their descriptions, images and programs.
pub(crate) fn build_all(kernel: &Path, lab: &Path, out: &Path) -> String {
    watch(kernel);
    let mut list = String::from("&[\n");
    for folder in entries(&kernel.join("arch")) {
        let description = folder.join("arch.toml");
        if description.is_file() {
            let name = folder.file_name().expect("a folder has a name").to_string_lossy();
            let image = build(kernel, &name, out);
            let description = description.canonicalize().expect("it is a file");
            let programs = lab::build_programs(&folder, lab, out);
            writeln!(
                list,
                "    (include_str!({description:?}), include_bytes!({image:?}), &[{programs}]),"
            )
            .expect("a String takes everything");
        }
    }
    list + "]\n"
}

/// Takes what the description of the host's own architecture says of building the tool: sets
/// `kvm_monitor` where the tool can run guests on KVM by itself, and `LOAD_FENCE`.
pub(crate) fn describe_host(kernel: &Path) {
    println!("cargo:rustc-check-cfg=cfg(kvm_monitor)");
    let target = |key| std::env::var(key).expect("cargo sets it");
    let arch = description(&kernel.join("arch").join(target("CARGO_CFG_TARGET_ARCH")));
    let value = |key| arch.as_ref().and_then(|arch| arch.get("host")?.get(key));
    let monitor = value("kvm_monitor").and_then(toml::Value::as_bool);
    if target("CARGO_CFG_TARGET_OS") == "linux" && monitor == Some(true) {
        println!("cargo:rustc-cfg=kvm_monitor");
    }
    let fence = value("load_fence").and_then(toml::Value::as_str).unwrap_or_default();
    println!("cargo:rustc-env=LOAD_FENCE={fence}");
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
