//! A guest of a guest: the benchmark kernel under the KVM of a Linux that is KVM's guest itself.

use std::path::PathBuf;

use super::arch::{LabArch, Nested};
use super::image::{INITRAMFS, Image, KERNEL};
use super::keys::{self, has_el2, is_nested};
use ground::{Arch, Trouble};
use monitors::{GuestConfig, Spec};

/// What `lacks` in an architecture's description calls it.
const NESTED_KVM: &str = "nested-kvm";

/// What makes the outer Linux start another, before the script that runs the guest.
pub(super) const SCRIPT: &str = include_str!("../inside/kvm/nested.sh");

/// What goes before that script in the Linux between.
pub(super) const BETWEEN: &str = include_str!("../inside/kvm/between.sh");

/// MiB of what the Linux between takes that the room for guests leaves it in any case.
const LEFT_MIB: u64 = 80;

/// The names under which it is handed to the outer Linux, beside what its script has to do: its
/// kernel and its files, which are the image's own.
const FILES: [(&str, &str); 2] = [("linux", KERNEL), ("files", INITRAMFS)];

/// Refuses what there is at depth 1 alone.
///
/// # Errors
/// When `config` asks for it.
pub(super) fn check(config: &GuestConfig) -> Result<(), Trouble> {
    let refused = |why: &str| Err(Trouble::unavailable(why, "leave depth=2 out"));
    if config.linux.is_some() {
        return refused("a guest with Linux in it runs at depth=1 alone");
    }
    if config.trace.is_some() {
        return refused("there are no profiles at depth=2");
    }
    Ok(())
}

/// Refuses a guest that is a hypervisor where there is none.
///
/// # Errors
/// When `spec` asks for one, and the architecture's KVM has none, or in another mode.
pub(super) fn check_hypervisor(spec: &Spec, arch: &Arch, lab: &LabArch) -> Result<(), Trouble> {
    if has_el2(spec)? && lab.nested.as_ref().is_none_or(|it| it.machine.is_empty()) {
        let why = format!("{} kernels know no EL2", arch.name);
        return Err(Trouble::unavailable(why, "leave el2= out"));
    }
    if !has_el2(spec)? && !is_nested(spec)? {
        return Ok(());
    }
    if let Some(why) = lab.lacks.get(NESTED_KVM) {
        let why = format!("there is no depth=2 for {} kernels: {why}", arch.name);
        return Err(Trouble::unavailable(why, "leave depth=2 out"));
    }
    let nests = lab.modes.iter().find_map(|mode| Some((mode, mode.nests_with.as_ref()?)));
    match nests {
        Some((mode, besides)) if keys::mode(spec, lab)? != Some(mode) => Err(Trouble::unavailable(
            format!("a guest has EL2 with mode={} alone", mode.name),
            format!("use mode={},{besides}", mode.name),
        )),
        _ => Ok(()),
    }
}

impl Nested {
    /// Bytes of the room for guests that it takes.
    pub(super) fn taken(&self) -> u64 {
        self.memory_mib.saturating_sub(LEFT_MIB) << 20
    }

    /// What the script has to know of it, as variables of its shell.
    pub(super) fn settings(&self) -> String {
        let (kib, consoles) = (self.memory_mib << 10, &self.consoles);
        format!("{}NESTED={kib}\nCONSOLES=\"{consoles}\"\n", self.machine())
    }

    /// The machine of a guest with a hypervisor in it, likewise.
    pub(super) fn machine(&self) -> String {
        format!("MACHINE=\"$MACHINE{}\"\n", self.machine)
    }
}

/// What the Linux between is told: all that the outer one is but its mode, which is one for guests
/// that are hypervisors.
pub(super) fn options(image: &Image, lab: &LabArch) -> String {
    let is_mode = |word: &&str| lab.modes.iter().any(|mode| mode.option == *word);
    let words = image.kernel_options.split(' ').filter(|word| !is_mode(word));
    words.collect::<Vec<_>>().join(" ")
}

/// The files of `image` that are handed.
pub(super) fn files(image: &Image) -> [(&'static str, PathBuf); 2] {
    FILES.map(|(name, file)| (name, image.folder.join(file)))
}
