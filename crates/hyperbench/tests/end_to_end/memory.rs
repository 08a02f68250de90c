//! The memory benchmarks touch memory: a QEMU plugin counts every load that they do.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use ground::Arch;
use results::Document;

use crate::common::{clean_boot, failed, folder, path, run, stderr};

/// The plugin for `arch`'s QEMU: one up to 8.2 takes the first version of the interface, a newer one the second.
fn build_plugin(arch: &Arch, out: &Path) -> PathBuf {
    let said = Command::new(&arch.qemu.binary).arg("--version").output().expect("QEMU is here");
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let major =
        said.split("version ").nth(1).and_then(|it| it.split('.').next()?.parse::<u32>().ok());
    let interface = if major.expect("QEMU tells its version") < 9 { 1 } else { 2 };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plugin/window-loads.c");
    let plugin = out.join("window-loads.so");
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-O2", "-Wall", "-Werror", &format!("-DAPI={interface}"), "-o"])
        .args([&plugin, &source])
        .output()
        .expect("there is a C compiler");
    assert!(built.status.success(), "{}", stderr(&built));
    plugin
}

/// A program that starts QEMU with the plugin and keeps what the plugin prints.
fn wrapper(arch: &Arch, plugin: &Path, script: &str, log: &str) {
    let (qemu, plugin) = (&arch.qemu.binary, plugin.display());
    let text = format!("#!/bin/sh\nexec {qemu} \"$@\" -plugin {plugin} 2>>{log}\n");
    fs::write(script, text).unwrap();
    fs::set_permissions(script, Permissions::from_mode(0o755)).unwrap();
}

/// The loads of a run of `bench`, and what the run measured.
fn count_loads(arch: &Arch, plugin: &Path, bench: &str) -> (u64, Document) {
    let folder = folder();
    let (script, log) = (path(&folder, "qemu"), path(&folder, "stderr"));
    wrapper(arch, plugin, &script, &log);
    let platform = format!("qemu-tcg:binary={script}");
    let (document, code) = run(&[
        &["--platform", &platform, "--arch", &arch.name, "--bench", bench, "--cpus", "1"][..],
        &["--iterations", "1000", "--batches", "5", "--working-set", "32M", "--memory", "128M"],
    ]
    .concat());
    assert_eq!(code, 0, "{:?}", failed(&document));
    let log = fs::read_to_string(log).unwrap();
    let counts = log.lines().filter_map(|line| line.strip_prefix("window-loads "));
    (counts.map(|count| count.parse::<u64>().unwrap()).max().expect("the plugin ran"), document)
}

/// Operations of all batches that were reported.
fn operations(document: &Document, bench: &str) -> u64 {
    let boot = clean_boot(document);
    let found = boot.benchmarks.iter().find(|b| b.name == bench).unwrap();
    let n = found.plan.as_ref().unwrap().n;
    n * u64::try_from(found.samples.len()).unwrap()
}

#[test]
fn every_operation_of_the_memory_benchmarks_is_one_load() {
    let out = folder();
    for arch in Arch::names().map(|name| Arch::named(name).unwrap()) {
        let plugin = build_plugin(arch, out.path());
        let (loads, document) = count_loads(arch, &plugin, "hot-access");
        let (first_pass, warm_up) = ((32 << 20) / 4096, 1);
        assert_eq!(
            loads,
            operations(&document, "hot-access") + first_pass + warm_up,
            "{}",
            arch.name
        );

        let (loads, document) = count_loads(arch, &plugin, "cold-access");
        assert_eq!(loads, operations(&document, "cold-access") + warm_up, "{}", arch.name);
    }
}
