//! A guest of a guest: the benchmark kernel under the KVM of a Linux that is KVM's guest itself.

use std::path::PathBuf;

use super::arch::LabArch;
use super::image::{INITRAMFS, Image, KERNEL};
use ground::Trouble;
use monitors::GuestConfig;

/// What `lacks` in an architecture's description calls it.
const NESTED_KVM: &str = "nested-kvm";

/// What makes the outer Linux start another, before the script that runs the guest.
pub(super) const SCRIPT: &str = include_str!("../inside/kvm/nested.sh");

/// Bytes of memory that the Linux between takes besides its guest's, and how many of the room for
/// guests are not left.
const MEMORY: u64 = 272 << 20;
pub(super) const TAKEN: u64 = 192 << 20;

/// The names under which it is handed to the outer Linux, beside what its script has to do: its
/// kernel and its files, which are the image's own.
const FILES: [(&str, &str); 2] = [("linux", KERNEL), ("files", INITRAMFS)];

/// Refuses what there is at depth 1 alone.
///
/// # Errors
/// When `config` asks for it, or the architecture's KVM has no guests with KVM.
pub(super) fn check(lab: &LabArch, config: &GuestConfig) -> Result<(), Trouble> {
    let refused = |why: String| Err(Trouble::unavailable(why, "leave depth=2 out"));
    if let Some(why) = lab.lacks.get(NESTED_KVM) {
        return refused(format!("there is no depth=2 for {} kernels: {why}", config.arch.name));
    }
    if config.linux.is_some() {
        return refused("a guest with Linux in it runs at depth=1 alone".to_owned());
    }
    if config.trace.is_some() {
        return refused("there are no profiles at depth=2".to_owned());
    }
    Ok(())
}

/// What the script has to know of it, as a variable of its shell.
pub(super) fn settings() -> String {
    format!("NESTED={}\n", MEMORY >> 10)
}

/// The files of `image` that are handed.
pub(super) fn files(image: &Image) -> [(&'static str, PathBuf); 2] {
    FILES.map(|(name, file)| (name, image.folder.join(file)))
}
