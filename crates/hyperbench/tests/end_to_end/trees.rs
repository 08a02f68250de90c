//! `hyperbench image --dtb`: a device tree inside the image.

use std::process::{Command, Stdio};

use ground::Arch;
use tempfile::TempDir;

use crate::common::{clean_boot, failed, folder, output, path, result, run, stderr};

/// MiB of RAM that the tree tells of, and that the machine has.
const TOLD: u64 = 1280;
const THERE: u64 = 1408;

/// Where the image is put by itself: QEMU leaves its own tree where RAM starts, and the kernel looks for
/// one no further than a GiB in front of itself.
const FAR: u64 = (1 << 30) + (2 << 20);

fn qemu(arch: &Arch, arguments: &[&str]) {
    let qemu = &arch.qemu;
    let mut command = Command::new(&qemu.binary);
    command.args(["-accel", "tcg", "-cpu", &qemu.tcg_cpus[qemu.tcg_cpus.len() - 1], "-smp", "2"]);
    command.args(["-nodefaults", "-display", "none", "-no-reboot"]).args(arguments);
    command.stdin(Stdio::null()).output().expect("QEMU can be run");
}

/// The file with the tree of QEMU's machine for `arch`.
fn tree(arch: &Arch, folder: &TempDir) -> String {
    let file = path(folder, &format!("{}.dtb", arch.name));
    let machine = format!("{},dumpdtb={file}", arch.qemu.machine);
    qemu(arch, &["-machine", &machine, "-m", &TOLD.to_string()]);
    file
}

/// What makes QEMU start `image`: where no firmware has to be below, nothing is handed to it.
fn start(arch: &Arch, image: &str) -> Vec<String> {
    if arch.qemu.firmware == "-kernel" {
        return vec!["-kernel".into(), image.into()];
    }
    let place = arch.qemu.ram_base + FAR;
    let [load, go] = [
        format!("loader,file={image},addr={place:#x},force-raw=on"),
        format!("loader,addr={place:#x},cpu-num=0"),
    ];
    vec!["-device".into(), load, "-device".into(), go]
}

#[test]
fn the_tree_inside_is_used_whatever_the_loader_passes() {
    let folder = folder();
    let mut with_trees =
        Arch::all().filter(|arch| arch.qemu.needs.contains("a device tree")).peekable();
    assert!(with_trees.peek().is_some());
    for arch in with_trees {
        let (image, log) = (path(&folder, &arch.name), path(&folder, "log"));
        let tree = tree(arch, &folder);
        let made = output(&[
            "image",
            "bzimage",
            "--arch",
            &arch.name,
            "--dtb",
            &tree,
            "--options",
            "bench=in batches=3",
            "-o",
            &image,
        ]);
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        let start = start(arch, &image);
        let more = ["-machine", &arch.qemu.machine, "-m", &THERE.to_string()];
        let serial = format!("file:{log}");
        let start: Vec<&str> = start.iter().map(String::as_str).collect();
        qemu(arch, &[&more[..], &start, &["-serial", &serial]].concat());
        let (document, code) = run(&["--platform", &format!("replay:{log}")]);
        assert_eq!(code, 0, "{}: {:?}", arch.name, failed(&document));
        assert!(result(&document, "in").value.is_some());
        let guest = &clean_boot(&document).guest;
        let memory = guest.memory.as_ref().unwrap().total.unwrap();
        assert!((TOLD - 8..=TOLD).contains(&(memory >> 20)), "{}: {memory} bytes", arch.name);
    }
}

#[test]
fn what_is_no_tree_and_where_none_fits_is_refused_with_the_way_out() {
    let folder = folder();
    let file = path(&folder, "image");
    let refused = |arguments: &[&str]| {
        let made = output(&[&["image", "-o", &file], arguments].concat());
        assert_eq!(made.status.code(), Some(2), "{}", stderr(&made));
        assert!(!std::fs::exists(&file).unwrap());
        stderr(&made)
    };
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    assert!(refused(&["elf", "--dtb", manifest]).contains("is no flattened device tree"));
    assert!(refused(&["elf", "--dtb", "/dev/zero"]).contains("not a regular file"));
    let medium = refused(&["iso", "--dtb", manifest]);
    assert!(medium.contains("elf and bzimage alone") && medium.contains("next:"), "{medium}");
}
