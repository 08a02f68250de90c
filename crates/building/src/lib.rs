//! What the build scripts share: where the kernel's sources are, and what the description of an
//! architecture (`kernel/arch/*/arch.toml`) says.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

mod texts;

pub use texts::texts;

/// The kernel's sources.
pub fn kernel() -> PathBuf {
    sources("kernel")
}

/// The sources of the guests' program `name`: this repository's, unless `HYPERBENCH_NAME_DIR`
/// names others.
pub fn sources(name: &str) -> PathBuf {
    let variable = format!("HYPERBENCH_{}_DIR", name.to_uppercase());
    println!("cargo:rerun-if-env-changed={variable}");
    let own = || package().join("../..").join(name);
    env::var_os(variable).map_or_else(own, PathBuf::from)
}

/// The folder of the package that is built.
pub fn package() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"))
}

/// The folder for what its build script makes.
pub fn out() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"))
}

/// The folders of the architectures in the kernel's sources, each of which has a description.
pub fn architectures() -> Vec<PathBuf> {
    let mut folders = entries(&kernel().join("arch"));
    folders.retain(|folder| description(folder).is_file());
    folders
}

/// Where the description of the architecture in `folder` is.
pub fn description(folder: &Path) -> PathBuf {
    folder.join("arch.toml")
}

/// What the description of the architecture in `folder` says of `key` in `table`; `None` where it
/// does not say, or there is none.
pub fn fact(folder: &Path, table: &str, key: &str) -> Option<toml::Value> {
    Some(facts(&description(folder))?.get(table)?.get(key)?.clone())
}

/// What the TOML file at `path` says; `None` where there is none.
pub fn facts(path: &Path) -> Option<toml::Table> {
    println!("cargo:rerun-if-changed={}", path.display());
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.parse().unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}

/// The entries of `folder`, sorted by name, so that a build is the same everywhere.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("cannot read the folder {}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.expect("readable entry").path()).collect();
    paths.sort();
    paths
}

/// Writes what the build script has generated.
pub fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|e| panic!("cannot write {}: {e}", path.display()));
}

/// What `kernel/llvm.sh` says of the compiler of the guests' programs.
fn llvm() -> Output {
    let script = kernel().join("llvm.sh");
    println!("cargo:rerun-if-changed={}", script.display());
    let output = Command::new(&script).arg("clang").output();
    output.unwrap_or_else(|e| panic!("cannot run {}: {e}", script.display()))
}

/// The compiler of the guests' programs, for code that needs no system, linked by LLVM's linker.
pub fn clang(target: &str) -> Command {
    let mut command = Command::new(String::from_utf8_lossy(&llvm().stdout).trim());
    command.arg(format!("--target={target}"));
    command.args(["-nostdlib", "-static", "-fuse-ld=lld", "-Wl,--build-id=none"]);
    // Each Debian has builds of its own of one release, and the file would say which: its .comment.
    command.arg("-fno-ident").env("LLD_VERSION", "LLD");
    command
}

/// What it means that the compiler is another than that of the documented figures; `None` where it is
/// that one.
pub fn other_compiler() -> Option<String> {
    let said = String::from_utf8_lossy(&llvm().stderr).trim().to_owned();
    Some(said).filter(|said| !said.is_empty())
}

/// Has a compiler build `what`.
pub fn build(compiler: &mut Command, what: &str) {
    let program = compiler.get_program().to_string_lossy().into_owned();
    let output = compiler.output().unwrap_or_else(|e| {
        panic!(
            "cannot run {program} to build {what}: {e}\nInstall what is missing: tools/setup.sh run"
        )
    });
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what} did not build:\n{messages}");
}

/// Assembles the code of a ROM in the file `source`, for the architecture called `arch`, into the
/// file `rom`: it lies where a PC has the graphics adapter's.
pub fn assemble_rom(source: &Path, arch: &str, rom: &Path) {
    // For Linux, because for no system clang asks gcc to link, and gcc takes another release's linker.
    let mut clang = clang(&format!("{arch}-linux-gnu"));
    clang.args(["-Wl,--oformat=binary", "-Wl,-Ttext=0xc0000", "-o"]).args([rom, source]);
    build(&mut clang, "a ROM");
}

/// The versions of QEMU's plugin interface that have a shape of their own, for `API` in `plugin/qemu.c`.
const PLUGIN_INTERFACES: [u32; 4] = [1, 2, 3, 7];

/// Builds the plugin of QEMU's in `folders` for each shape of the interface, which one file of it knows,
/// and lists the libraries as Rust source in the file `name`.rs in `out`: pairs of the interface and the
/// content.
pub fn plugin(name: &str, folders: &[&Path], out: &Path) {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("plugin");
    let headers: Vec<&Path> = folders.iter().copied().chain([&*shared]).collect();
    // A QEMU that is brought along has a C library of its own, which may be older than the one
    // here: without one the symbols have no versions, and QEMU's has them all.
    let options = ["-nostdlib", "-fno-stack-protector"];
    let common = out.join(format!("{name}.o"));
    compile(&headers, &[&options[..], &["-r"]].concat(), &sources_in(folders), &common);
    let builds = PLUGIN_INTERFACES.map(|interface| {
        let built = out.join(format!("{name}-{interface}.so"));
        let api = format!("-DAPI={interface}");
        let options = [&options[..], &SHARED, &[&api]].concat();
        compile(&headers, &options, &[common.clone(), shared.join("qemu.c")], &built);
        format!("({interface}, include_bytes!({:?})),\n", built.display().to_string())
    });
    write(&out.join(format!("{name}.rs")), &format!("&[\n{}]\n", builds.concat()));
}

/// Builds the file `library`, which an emulator loads, from what is C in `folders` and in the folders
/// in them, for the machine that the tool runs on.
pub fn library(folders: &[&Path], library: &Path) {
    compile(folders, &SHARED, &sources_in(folders), library);
}

/// What makes a library.
const SHARED: [&str; 2] = ["-shared", "-s"];

/// What is C in `folders` and in the folders in them.
fn sources_in(folders: &[&Path]) -> Vec<PathBuf> {
    let all = folders.iter().flat_map(|folder| entries(folder));
    let (added, own): (Vec<_>, Vec<_>) = all.partition(|it| it.is_dir());
    let sources = own.into_iter().chain(added.iter().flat_map(|it| entries(it)));
    sources.filter(|path| path.extension().is_some_and(|it| it == "c")).collect()
}

/// Makes the file `made` of `inputs` with the headers in the folders `headers`.
fn compile(headers: &[&Path], options: &[&str], inputs: &[PathBuf], made: &Path) {
    for folder in headers {
        println!("cargo:rerun-if-changed={}", folder.display());
    }
    let compiler = cc::Build::new().no_default_flags(true).get_compiler();
    let mut compiler = Command::new(compiler.path());
    compiler
        .args(["-fPIC", "-fvisibility=hidden", "-std=gnu11", "-D_GNU_SOURCE", "-O2"])
        .args(["-Wall", "-Wextra", "-Werror"])
        .args(headers.iter().map(|folder| format!("-I{}", folder.display())))
        .args(options)
        .arg("-o")
        .arg(made)
        .args(inputs)
        // What the compiler calls where the processor may lack an instruction, as for atomics.
        .arg("-lgcc");
    build(&mut compiler, &made.display().to_string());
}
