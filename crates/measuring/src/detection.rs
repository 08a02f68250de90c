//! Whether a platform is there, with all that guests on it take.

use ground::{GuestKind, Trouble};
use images::KernelImage;
use linux::Linux;
use monitors::{Detected, LinuxBoot, Platform, Spec};

/// Whether guests of `platform` boot a Linux to run `image`.
pub(crate) fn boots_linux(platform: &dyn Platform, image: &KernelImage) -> bool {
    image.kind == GuestKind::Linux && !platform.about().has_linux
}

/// A Linux with `image` as its first process, and with the archive `files`.
pub(crate) fn linux(image: &KernelImage, files: &[u8]) -> Result<Linux, Trouble> {
    Linux::with(image.arch, image.bytes(), files)
}

/// What a monitor needs to boot `linux`, for as long as that lives.
pub(crate) fn boot(linux: &Linux) -> LinuxBoot {
    LinuxBoot {
        kernel: linux.kernel(),
        initramfs: linux.initramfs(),
        options: linux.options().to_owned(),
        machine: linux.machine().to_owned(),
        is_common: linux.is_common(),
    }
}

/// Looks for a platform, and for all that guests on it take.
pub(crate) fn detect(
    platform: &dyn Platform,
    spec: &Spec,
    image: &KernelImage,
) -> Result<Detected, Trouble> {
    let detected = platform.detect(spec, image.arch)?;
    if boots_linux(platform, image) {
        if let Some(why) = platform.boots_no_linux(image.arch) {
            let next = "use another platform, such as host, or another machine".to_owned();
            return Err(Trouble::unavailable(why, next));
        }
        Linux::check(image.arch)?;
    }
    Ok(detected)
}
