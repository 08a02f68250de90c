//! Builds the programs of the lab's images that are not Debian's, and lists them as Rust source.

#![expect(clippy::unnecessary_debug_formatting, reason = "paths become Rust string literals")]

use std::path::Path;
use std::process::Command;

use building::{entries, fact};

fn main() {
    let (common, out) = (building::package().join("inside"), building::out());
    println!("cargo:rerun-if-changed={}", common.display());
    let architectures = building::architectures();
    let list: String =
        architectures.iter().filter_map(|arch| build_programs(arch, &common, &out)).collect();
    building::write(&out.join("programs.rs"), &format!("&[\n{list}]\n"));
}

/// Compiles what is C in the folder `common`, and in the folder `lab` of the architecture's
/// folder `arch`, into static Linux programs in `out`. Returns the compiler's target with their
/// names and places, as an element of a list in Rust; `None` where there is no lab.
fn build_programs(arch: &Path, common: &Path, out: &Path) -> Option<String> {
    let target = fact(arch, "lab", "compiler_target")?;
    let target = target.as_str()?;
    let own = arch.join("lab");
    println!("cargo:rerun-if-changed={}", own.display());
    let sources = [entries(common), entries(&own)].concat().into_iter();
    let programs =
        sources.filter(|path| path.extension().is_some_and(|it| it == "c")).map(|source| {
            let name =
                source.file_stem().expect("it has an extension").to_string_lossy().into_owned();
            let program = out.join(format!("{name}-{target}"));
            compile(&source, [common, &own], target, &program);
            format!("({name:?}, include_bytes!({program:?})),")
        });
    Some(format!("    ({target:?}, &[{}]),\n", programs.collect::<String>()))
}

/// Compiles `source`, with the compiler that also builds the kernels and the headers in the
/// folders `headers`.
fn compile(source: &Path, headers: [&Path; 2], target: &str, program: &Path) {
    let output = Command::new("clang")
        .args([&format!("--target={target}"), "-O2", "-ffreestanding"])
        .args(["-fno-stack-protector", "-nostdlib", "-static", "-fuse-ld=lld", "-Wl,-s"])
        .args(["-Wall", "-Wextra", "-Werror"])
        .args(headers.map(|folder| format!("-I{}", folder.display())))
        .args([Path::new("-o"), program, source])
        .output()
        .unwrap_or_else(|e| panic!("cannot run clang: {e}\nInstall it: apt-get install clang lld"));
    assert!(
        output.status.success(),
        "{} did not build:\n{}",
        source.display(),
        String::from_utf8_lossy(&output.stderr)
    );
}
