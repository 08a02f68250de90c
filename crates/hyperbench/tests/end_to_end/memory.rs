//! The memory benchmarks touch memory: a QEMU plugin counts every load that they do.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use ground::Arch;
use results::Document;

use crate::common::{clean_boot, failed, folder, path, run, stderr};

fn build_plugin(out: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plugin/window-loads.c");
    let plugin = out.join("window-loads.so");
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-O2", "-Wall", "-Werror", "-o"])
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
    let plugin = build_plugin(out.path());
    for arch in Arch::names().map(|name| Arch::named(name).unwrap()) {
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
