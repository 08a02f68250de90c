//! Builds the QEMU plugin and the ROMs for Bochs that the tool carries, and takes over what the description of the host's
//! own architecture says of building the tool.

use std::env;
use std::path::Path;

use building::{assemble_rom, entries, fact};

fn main() {
    describe_host(&building::kernel());
    building::plugin("count", &[&building::package().join("plugin")], &building::out());
    build_roms(&building::package().join("rom"), &building::out());
}

/// Sets `kvm_monitor` where the tool can run guests on KVM by itself, and `LOAD_FENCE`.
fn describe_host(kernel: &Path) {
    println!("cargo:rustc-check-cfg=cfg(kvm_monitor)");
    let target = |key| env::var(key).expect("cargo sets it");
    let arch = kernel.join("arch").join(target("CARGO_CFG_TARGET_ARCH"));
    let monitor = fact(&arch, "host", "kvm_monitor").and_then(|value| value.as_bool());
    if target("CARGO_CFG_TARGET_OS") == "linux" && monitor == Some(true) {
        println!("cargo:rustc-cfg=kvm_monitor");
    }
    let fence = fact(&arch, "host", "load_fence");
    let fence = fence.as_ref().and_then(|value| value.as_str()).unwrap_or_default();
    println!("cargo:rustc-env=LOAD_FENCE={fence}");
}

/// Assembles the ROM in each architecture's folder of `folder`, and lists them as Rust source.
fn build_roms(folder: &Path, out: &Path) {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut list = String::from("&[\n");
    for source in entries(folder) {
        let arch = source.file_name().expect("a folder has a name").to_string_lossy();
        let rom = out.join(format!("{arch}.rom"));
        assemble_rom(&source.join("boot.S"), &arch, &rom);
        let line = format!("    ({arch:?}, include_bytes!({:?})),\n", rom.display().to_string());
        list.push_str(&line);
    }
    building::write(&out.join("roms.rs"), &(list + "]\n"));
}
