//! The arguments that make an outer machine of QEMU's.

use std::path::Path;

use crate::arch::LabArch;
use crate::image::{self, Image};
use crate::option_value::quoted;
use monitors::qemu;

/// Everything on it is the same in every run: the clock, the random numbers, the processor.
const MACHINE: &[&str] = &[
    "-nodefaults",
    "-no-user-config",
    "-display",
    "none",
    "-no-reboot",
    "-accel",
    "tcg,thread=single",
];

/// The arguments of a machine of the type `machine` with `memory` bytes and `cpus` processors.
pub(super) fn machine(lab: &LabArch, machine: &str, memory: u64, cpus: u32) -> Vec<String> {
    let fixed = MACHINE.iter().chain(qemu::COUNTED_TIME);
    let mut words: Vec<String> = fixed.map(|&word| word.to_owned()).collect();
    words.extend(["-cpu".into(), lab.processor.clone(), "-machine".into(), machine.to_owned()]);
    words.extend(["-m".into(), format!("{}k", memory / 1024), "-smp".into(), cpus.to_string()]);
    words
}

/// The arguments of the machine of `image`, the same for keeping a state in the file `snapshot`
/// and for going on from it: the outer Linux's console on the standard error, the port on which
/// it passes on a guest's console on the standard output.
pub(super) fn of(image: &Image, snapshot: &Path) -> Vec<String> {
    let mut words = image.machine.clone();
    let mut add = |pair: [String; 2]| words.extend(pair);
    let file = |name| image.folder.join(name).display().to_string();
    let (kernel, initramfs) = (file(image::KERNEL), file(image::INITRAMFS));
    add(["-action".into(), "panic=pause".into()]);
    if image.hypervisor_options.is_empty() {
        add(["-kernel".into(), kernel]);
        add(["-initrd".into(), initramfs]);
        add(["-append".into(), image.kernel_options.clone()]);
    } else {
        let quoted = |path: &str| quoted(Path::new(path));
        let modules =
            format!("{} {},{}", quoted(&kernel), image.kernel_options, quoted(&initramfs));
        add(["-kernel".into(), file(image::HYPERVISOR)]);
        add(["-initrd".into(), modules]);
        add(["-append".into(), image.hypervisor_options.clone()]);
    }
    add(["-chardev".into(), "file,id=linux,path=/dev/stderr".into()]);
    add(["-chardev".into(), "stdio,id=guest,signal=off".into()]);
    add(["-drive".into(), format!("if=none,id=state,format=qcow2,file={}", quoted(snapshot))]);
    words
}
