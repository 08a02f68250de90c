//! Builds the programs of the lab's images that are not Debian's, and lists them with the
//! descriptions of the labs as Rust source.

#![expect(clippy::unnecessary_debug_formatting, reason = "paths become Rust string literals")]

use std::path::Path;

use building::{assemble_rom, build, clang, entries, facts};

fn main() {
    let (package, out) = (building::package(), building::out());
    let (common, folders) = (package.join("inside"), package.join("arch"));
    println!("cargo:rerun-if-changed={}", common.display());
    println!("cargo:rerun-if-changed={}", folders.display());
    let labs: String = entries(&folders).iter().map(|own| labs(own, &common, &out)).collect();
    let counting = package.join("counting");
    building::plugin("qemu", &[&package.join("plugin"), &counting], &out);
    building::library(&[&package.join("bochs"), &counting], &out.join("bochs.so"));
    building::write(&out.join("labs.rs"), &format!("&[\n{labs}]\n"));
}

/// Builds the lab of the architecture in the folder `own`, and where there is one the lab on Bochs.
fn labs(own: &Path, common: &Path, out: &Path) -> String {
    let arch = own.file_name().expect("a folder has a name").to_string_lossy();
    let headers = [common, own];
    let mut labs = lab(&arch, own, &[common, own], headers, out);
    let bochs = own.join("bochs");
    if bochs.is_dir() {
        let out = out.join("bochs");
        std::fs::create_dir_all(&out).expect("the folder for what is built can be written");
        labs += &lab(&arch, &bochs, &[&bochs], headers, &out);
    }
    labs
}

/// Compiles what is C in the folders `sources` into static Linux programs in `out`, and what boots
/// Linux where that is a ROM of the tool's. Returns the architecture's name, the description of the
/// lab in `own`, the programs with their names, and the ROM's code, as an element of a list in Rust.
fn lab(arch: &str, own: &Path, sources: &[&Path], headers: [&Path; 2], out: &Path) -> String {
    let path = own.join("lab.toml");
    let description = facts(&path).unwrap_or_else(|| panic!("{} is missing", path.display()));
    let target = description.get("compiler_target").and_then(|value| value.as_str());
    let target = target.unwrap_or_else(|| panic!("{}: no compiler_target", path.display()));
    let sources = sources.iter().flat_map(|folder| entries(folder));
    let programs =
        sources.filter(|path| path.extension().is_some_and(|it| it == "c")).map(|source| {
            let name =
                source.file_stem().expect("it has an extension").to_string_lossy().into_owned();
            let program = out.join(format!("{name}-{target}"));
            compile(&source, headers, target, &program);
            format!("({name:?}, include_bytes!({program:?})),")
        });
    let programs: String = programs.collect();
    let (source, rom) = (own.join("boot.S"), out.join(format!("boot-{arch}")));
    let code = if source.is_file() {
        assemble_rom(&source, arch, &rom);
        format!("include_bytes!({rom:?})")
    } else {
        "&[]".to_owned()
    };
    format!("    ({arch:?}, include_str!({path:?}), &[{programs}], {code}),\n")
}

/// Compiles `source`, with the compiler that also builds the kernels and the headers in the
/// folders `headers`.
fn compile(source: &Path, headers: [&Path; 2], target: &str, program: &Path) {
    let mut clang = clang(target);
    clang
        .args(["-O2", "-ffreestanding", "-fno-stack-protector", "-Wl,-s"])
        .args(["-Wall", "-Wextra", "-Werror"])
        .args(headers.map(|folder| format!("-I{}", folder.display())))
        .args([Path::new("-o"), program, source]);
    build(&mut clang, &source.display().to_string());
}
