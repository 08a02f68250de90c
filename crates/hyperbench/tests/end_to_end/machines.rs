//! The whole suite on QEMU's emulator: machine types, CPUs, memory, boot protocols.

use std::path::Path;
use std::process::{Command, Stdio};

use ground::Arch;
use results::{Document, Status};

use crate::common::{
    assert_measured, clean_boot, clean_boots, failed, folder, only, path, result, run, stderr,
};

/// Emulated guests have no hypercall.
const NO_HYPERCALL: [&str; 1] = ["hypercall"];

fn emulated(spec: &str, more: &[&str]) -> Document {
    let (document, code) = run(&[&["--platform", &format!("qemu-tcg{spec}")], more].concat());
    assert_eq!(code, 0, "{:?}", failed(&document));
    document
}

fn boot_protocol(document: &Document) -> &str {
    &clean_boot(document).guest.kernel.as_ref().expect("a hello").boot
}

#[test]
fn the_paper_suite_is_measured_throughout() {
    let document = emulated("", &["--suite", "paper", "--boots", "3"]);
    assert_measured(&document, &NO_HYPERCALL);
    let boots = clean_boots(&document);
    assert_eq!(boots.len(), 3);
    for boot in boots {
        assert!(boot.start.first_benchmark_ns > boot.start.hello_ns);
        assert!(boot.start.boot_ns.is_some());
        assert_eq!(boot.guest.hypervisor.as_ref().unwrap().name, "tcg");
        assert_eq!(boot.guest.cpu.as_ref().unwrap().count, Some(2));
    }
}

#[test]
fn one_cpu_skips_what_needs_two() {
    let document = emulated("", &["--cpus", "1"]);
    assert_measured(&document, &["hypercall", "ipi", "ipi-running"]);
    assert_eq!(result(&document, "ipi").status, Status::Skipped);
    assert!(result(&document, "ipi").reason.contains("CPU"));
}

#[test]
fn four_cpus_all_start() {
    let document = emulated("", &["--cpus", "4"]);
    assert_measured(&document, &NO_HYPERCALL);
    assert_eq!(clean_boot(&document).guest.cpu.as_ref().unwrap().count, Some(4));
}

#[test]
fn sixty_four_mebibytes_are_enough() {
    let document = emulated("", &["--memory", "64M"]);
    assert_measured(&document, &NO_HYPERCALL);
    let total = clean_boot(&document).guest.memory.as_ref().unwrap().total.unwrap();
    assert!(total <= 64 << 20 && total > 60 << 20, "{total}");
}

#[test]
fn every_machine_type_works() {
    for machine in ["q35", "pc", "microvm"] {
        let document = emulated(&format!(":machine={machine}"), &[]);
        assert_measured(&document, &NO_HYPERCALL);
        assert_eq!(boot_protocol(&document), "multiboot1");
    }
}

/// Doorbells cost their one instruction, whoever hears them. A message is the same with a handler and
/// the wait for it.
#[test]
fn a_device_that_is_asked_for_can_be_measured() {
    for (spec, bench, cost) in [
        (":machine=q35,device=pci-testdev", "pci-testdev-*", 1.0),
        (":machine=q35,device=edu", "msi", 10.0),
        (":device=virtio-rng-device", "virtio-notify", 1.0),
    ] {
        let document = emulated(spec, &["--deterministic", "--bench", bench]);
        let measured = &only(&document).benchmarks;
        assert!(!measured.is_empty());
        for one in measured {
            assert_eq!((one.status, one.value), (Status::Ok, Some(cost)), "{one:?}");
        }
    }
}

#[test]
fn a_virtio_device_answers_by_memory_and_by_interrupt() {
    let document = emulated(":device=virtio-rng-device", &["--bench", "virtio-notify*"]);
    let statuses: Vec<_> = only(&document).benchmarks.iter().map(|one| one.status).collect();
    assert_eq!(statuses, [Status::Ok; 3], "{document:?}");
}

#[test]
fn large_pages_and_other_working_sets_can_be_chosen() {
    let memory = ["--bench", "*-access", "--page-size", "2m", "--working-set", "16M"];
    let document = emulated("", &memory);
    let cmdline = &clean_boot(&document).guest.kernel.as_ref().unwrap().cmdline;
    assert!(cmdline.contains("page-size=2m") && cmdline.contains("working-set=16777216"));
}

#[test]
fn iterations_and_batches_are_taken_as_asked() {
    let document = emulated(
        "",
        &["--deterministic", "--bench", "sgdt", "--iterations", "123", "--batches", "7"],
    );
    let measured = &clean_boot(&document).benchmarks[0];
    assert_eq!(measured.plan.as_ref().unwrap().n, 123);
    assert_eq!(measured.samples.len(), 7);
}

/// QEMU prefers multiboot where it finds its magic number: without it, it boots by PVH.
#[test]
fn the_kernel_boots_through_pvh() {
    let folder = folder();
    let file = path(&folder, "pvh.elf");
    std::fs::write(&file, without_multiboot1(images::kernel(Arch::native()))).unwrap();
    let document = emulated("", &["--kernel", &file]);
    assert_measured(&document, &NO_HYPERCALL);
    assert_eq!(boot_protocol(&document), "pvh");
}

fn without_multiboot1(image: &[u8]) -> Vec<u8> {
    let magic = 0x1BAD_B002_u32.to_le_bytes();
    let at = image.windows(4).position(|bytes| bytes == magic).expect("a multiboot header");
    let mut image = image.to_vec();
    image[at..at + 4].fill(0);
    image
}

#[test]
fn the_kernel_boots_through_multiboot_2_by_way_of_grub() {
    let folder = folder();
    let log = path(&folder, "grub.log");
    boot_iso(&grub_iso(folder.path()), &log);
    let (document, code) = run(&["--platform", &format!("replay:{log}")]);
    assert_eq!(code, 0, "{:?}", failed(&document));
    assert_measured(&document, &NO_HYPERCALL);
    assert_eq!(boot_protocol(&document), "multiboot2");
}

/// Makes a CD image on which GRUB starts the kernel through multiboot 2.
fn grub_iso(folder: &Path) -> String {
    let tree = folder.join("iso");
    std::fs::create_dir_all(tree.join("boot/grub")).unwrap();
    std::fs::write(tree.join("boot/kernel.elf"), images::kernel(Arch::native())).unwrap();
    let menu = "set timeout=0\nmenuentry hyperbench {\n  multiboot2 /boot/kernel.elf \
                debug-exit=0xf4 batches=5 budget=50\n  boot\n}\n";
    std::fs::write(tree.join("boot/grub/grub.cfg"), menu).unwrap();
    let iso = folder.join("boot.iso");
    let result = Command::new("grub-mkrescue").arg("-o").arg(&iso).arg(&tree).output();
    let output =
        result.expect("grub-mkrescue: apt-get install grub-common grub-pc-bin xorriso mtools");
    assert!(output.status.success(), "{}", stderr(&output));
    iso.to_str().unwrap().to_owned()
}

fn boot_iso(iso: &str, log: &str) {
    let qemu = &Arch::native().qemu;
    let mut command = Command::new(&qemu.binary);
    command.args(["-machine", "q35", "-accel", "tcg", "-cpu", "max", "-smp", "2", "-m", "256"]);
    command.args(["-nodefaults", "-display", "none", "-no-reboot", "-boot", "d", "-cdrom", iso]);
    command.args(["-device", &qemu.devices[0], "-serial", &format!("file:{log}")]);
    command.stdin(Stdio::null()).output().expect("QEMU can be run");
}
