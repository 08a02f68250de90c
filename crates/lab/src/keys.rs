//! What a specification can ask of a platform of the lab.

use debian::failure;
use monitors::{Key, PlatformError, Spec};

/// The key that names the outer machine's QEMU.
pub(super) const OUTER: Key =
    Key { name: "outer", help: "the QEMU program that emulates the outer machine" };

pub(super) const KERNEL: Key =
    Key { name: "kernel", help: "the outer Linux: a bzImage, not Debian's" };
pub(super) const MODULES: Key = Key { name: "modules", help: "the folder with its modules" };
pub(super) const QEMU: Key =
    Key { name: "qemu", help: "the QEMU program that runs the guests inside" };
pub(super) const XEN: Key =
    Key { name: "xen", help: "the hypervisor: Xen's ELF file, gzipped or not" };

/// How many virtual CPUs a guest has; not what is asked for with `--cpus`: all of them would
/// take turns on the one processor of the image's machine, and the other's turn would count.
pub(super) const CPUS: Key = Key { name: "cpus", help: "virtual CPUs, taking turns on one [1]" };

/// Whether Xen gives the guest its memory page by page, when it is first touched.
pub(super) const POD: Key =
    Key { name: "pod", help: "populate on demand: on, or off for all memory beforehand [on]" };

/// Whether KVM's own statistics are compared with what is counted.
pub(super) const STATISTICS: Key = Key {
    name: "statistics",
    help: "on: note what KVM itself counts, beside what is counted [off]",
};

/// The keys of a platform with an image.
pub(super) const KEYS: &[Key] = &[OUTER, CPUS, KERNEL, MODULES, QEMU];

/// The keys where KVM runs in it.
pub(super) const KEYS_WITH_KVM: &[Key] = &[OUTER, CPUS, KERNEL, MODULES, QEMU, STATISTICS];

/// The keys where a hypervisor runs below Linux.
pub(super) const KEYS_WITH_XEN: &[Key] = &[OUTER, CPUS, POD, KERNEL, MODULES, QEMU, XEN];

/// How many virtual CPUs a guest has.
///
/// # Errors
/// When the specification asks for what is no such number.
pub(super) fn cpus(spec: &Spec) -> Result<u32, PlatformError> {
    let text = spec.get(CPUS.name).unwrap_or("1");
    text.parse().ok().filter(|cpus| (1..=64).contains(cpus)).ok_or_else(|| {
        failure::unavailable(format!("cpus={text} is no number from 1 to 64"), "use cpus=2")
    })
}

/// Whether a guest's memory is populated on demand.
///
/// # Errors
/// When the specification does not say on or off.
pub(super) fn pod(spec: &Spec) -> Result<bool, PlatformError> {
    switch(spec, &POD, true)
}

/// Whether KVM's own statistics are asked for.
///
/// # Errors
/// When the specification does not say on or off.
pub(super) fn statistics(spec: &Spec) -> Result<bool, PlatformError> {
    switch(spec, &STATISTICS, false)
}

/// A key that is on or off.
fn switch(spec: &Spec, key: &Key, default: bool) -> Result<bool, PlatformError> {
    match spec.get(key.name) {
        None => Ok(default),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => Err(failure::unavailable(
            format!("{}={other} is neither on nor off", key.name),
            format!("{}: {}", key.name, key.help),
        )),
    }
}
