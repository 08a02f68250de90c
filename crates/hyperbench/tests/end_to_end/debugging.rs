//! The kernel in a debugger: what `make gdb` starts.

use std::fs;
use std::process::Command;

use ground::Arch;

use crate::common::{folder, kernel_sources, path, test_image};

/// What gdb says when `commands` are given to it, one after another, with the kernel of `arch` in
/// the file `kernel`.
fn debug(arch: &str, kernel: &str, options: &str, commands: &[&str]) -> String {
    let output = Command::new(kernel_sources().join("../tools/gdb.sh"))
        .args([arch, "-batch", "-nx"])
        .args(commands.iter().flat_map(|command| ["-ex", command]))
        .env("KERNEL", kernel)
        .env("OPTIONS", options)
        .output()
        .expect("the script can be run");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn every_kernel_stops_where_it_should_and_says_what_runs() {
    let folder = folder();
    let kernel = path(&folder, "kernel.elf");
    for arch in Arch::names() {
        fs::write(&kernel, images::kernel(Arch::named(arch).unwrap())).unwrap();
        let commands = ["continue", "bench", "benches", "break measure_batch", "continue", "bench"];
        let said = debug(arch, &kernel, "bench=hot-access", &commands);
        let (booting, running) = said.split_once("set-page-table").expect(&said);
        assert!(booting.contains("Breakpoint 1, kernel_main ()"), "{arch}: {said}");
        assert!(booting.contains("no benchmark has begun"), "{arch}: {said}");
        assert!(running.contains("hot-access (memory): Read one word"), "{arch}: {said}");
    }
}

#[test]
fn an_exception_is_shown_with_its_place() {
    let commands = ["break arch_repair", "continue", "continue", "trap"];
    let said = debug(std::env::consts::ARCH, test_image(), "bench=test-fault", &commands);
    assert!(said.contains(", error code 0x"), "{said}");
    assert!(said.contains("run + ") && said.contains("in section .text"), "{said}");
}
