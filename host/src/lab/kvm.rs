//! The image with KVM and QEMU.

use super::image::{INNER_QEMU, Recipe};

/// Debian's Linux for virtual machines, its KVM, and its QEMU.
pub const KVM: Recipe = Recipe {
    name: "kvm",
    packages: &["linux-image-cloud-amd64", "qemu-system-x86", "busybox-static"],
    init: include_str!("../../../lab/kvm/init.sh"),
    programs: &[
        "bin/busybox",
        INNER_QEMU,
        "usr/lib/x86_64-linux-gnu/qemu/accel-tcg-x86_64.so",
        "lib64/ld-linux-x86-64.so.2",
    ],
    files: &[
        ("usr/share/qemu/kvmvapic.bin", "usr/share/qemu/kvmvapic.bin"),
        ("usr/share/qemu/linuxboot_dma.bin", "usr/share/qemu/linuxboot_dma.bin"),
        ("usr/share/qemu/multiboot_dma.bin", "usr/share/qemu/multiboot_dma.bin"),
        ("usr/share/qemu/pvh.bin", "usr/share/qemu/pvh.bin"),
        ("usr/share/qemu/qboot.rom", "usr/share/qemu/bios-microvm.bin"),
    ],
    links: &[],
    modules: &["kvm", "kvm-amd"],
    preloaded: &["irqbypass", "kvm"],
    memory: 768 << 20,
};
