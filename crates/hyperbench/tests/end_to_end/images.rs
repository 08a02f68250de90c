//! `hyperbench image`: what one boots by hand.

use std::fs;
use std::process::{Command, Stdio};

use ground::Arch;

use crate::common::{
    assert_measured, clean_boot, failed, folder, hyperbench, output, path, run, stderr,
};

/// A format, and QEMU's arguments that boot a file of it.
const FORMATS: [(&str, &str, &str); 8] = [
    ("elf", "-kernel FILE", "multiboot1"),
    ("bzimage", "-kernel FILE", "linux"),
    ("efi", "-kernel FILE", "linux"),
    ("iso", "-cdrom FILE", "linux"),
    ("disk", "-drive file=FILE,format=raw,if=virtio", "linux"),
    ("qcow2", "-drive file=FILE,format=qcow2,if=virtio", "linux"),
    ("vmdk", "-drive file=FILE,format=vmdk,if=virtio", "linux"),
    ("vhd", "-drive file=FILE,format=vpc,if=virtio", "linux"),
];

/// By the BIOS that QEMU has itself; EFI firmware is in `boot_forms`.
#[test]
fn every_format_is_made_twice_alike_and_boots_with_the_options_inside() {
    let folder = folder();
    let native = Arch::native();
    let options = format!("{} batches=5 budget=50", native.qemu.kernel_options.join(" "));
    for (format, arguments, boot) in FORMATS {
        let [first, second] = ["first", "second"].map(|name| path(&folder, name));
        for file in [&first, &second] {
            let more = ["-o", file, "--suite", "paper", "--options", &options];
            let made = output(&[&["image", format][..], &more].concat());
            assert_eq!(made.status.code(), Some(0), "{format}: {}", stderr(&made));
            assert!(stderr(&made).contains("hyperbench import"), "{}", stderr(&made));
        }
        assert!(fs::read(&first).unwrap() == fs::read(&second).unwrap(), "{format}");
        let log = path(&folder, &format!("{format}.log"));
        let arguments = arguments.replace("FILE", &first);
        boot_by_hand(&arguments.split(' ').collect::<Vec<_>>(), &log);
        let (document, code) = run(&["--platform", &format!("replay:{log}")]);
        assert_eq!(code, 0, "{format}: {:?}", failed(&document));
        assert_measured(&document, &["hypercall"]);
        let kernel = clean_boot(&document).guest.kernel.as_ref().expect("a hello");
        assert_eq!(kernel.boot, boot, "{format}");
        assert!(kernel.cmdline.contains("batches=5"), "{}", kernel.cmdline);
    }
}

fn boot_by_hand(arguments: &[&str], log: &str) {
    let qemu = &Arch::native().qemu;
    let mut command = Command::new(&qemu.binary);
    command.args(["-machine", "pc", "-accel", "tcg", "-cpu", "max", "-smp", "2", "-m", "256"]);
    command.args(["-nodefaults", "-display", "none", "-no-reboot"]).args(arguments);
    command.args(["-device", &qemu.devices[0], "-serial", &format!("file:{log}")]);
    command.stdin(Stdio::null()).output().expect("QEMU can be run");
}

#[test]
fn a_cd_is_small() {
    let folder = folder();
    for arch in Arch::names() {
        let file = path(&folder, arch);
        let made = output(&["image", "iso", "--arch", arch, "-o", &file]);
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        assert!(fs::metadata(&file).unwrap().len() < 3 << 20);
    }
}

#[test]
fn options_that_do_not_fit_are_refused_and_nothing_is_left() {
    let folder = folder();
    let file = path(&folder, "too-long");
    let made = output(&["image", "elf", "-o", &file, "--options", &"x".repeat(2000)]);
    assert_eq!(made.status.code(), Some(2), "{}", stderr(&made));
    assert!(stderr(&made).contains("1023"), "{}", stderr(&made));
    assert!(!fs::exists(&file).unwrap());
    let nowhere = hyperbench(&["image", "elf", "-o", "/nonexistent/file"]).output().unwrap();
    assert_ne!(nowhere.status.code(), Some(0));
}
