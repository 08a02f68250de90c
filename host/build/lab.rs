//! Builds the programs of the lab's images that are not Debian's.

use std::path::Path;
use std::process::Command;

use crate::{description, entries};

/// Compiles what is C in the folder `lab`, and in the folder of that name of the architecture
/// `arch`, into static Linux programs in `out`. Returns their names and places as the elements
/// of a list in Rust; none where there is no lab.
pub(crate) fn build_programs(arch: &Path, lab: &Path, out: &Path) -> String {
    let Some(target) = description(arch).as_ref().and_then(compiler_target) else {
        return String::new();
    };
    let own = arch.join("lab");
    println!("cargo:rerun-if-changed={}", lab.display());
    let sources = [entries(lab), entries(&own)].concat().into_iter();
    let programs =
        sources.filter(|path| path.extension().is_some_and(|it| it == "c")).map(|source| {
            let name =
                source.file_stem().expect("it has an extension").to_string_lossy().into_owned();
            let program = out.join(format!("{name}-{target}"));
            compile(&source, [lab, &own], &target, &program);
            format!("({name:?}, include_bytes!({program:?})),")
        });
    programs.collect()
}

/// What the compiler calls the lab's target.
fn compiler_target(description: &toml::Table) -> Option<String> {
    Some(description.get("lab")?.get("compiler_target")?.as_str()?.to_owned())
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
