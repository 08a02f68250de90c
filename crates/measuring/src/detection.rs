//! Whether a platform is there, with all that guests on it take.

use ground::{GuestKind, Trouble};
use images::KernelImage;
use linux::Linux;
use monitors::{Detected, Platform, Spec, linux_keys};

/// Whether guests of `platform` boot a Linux to run `image`.
pub(crate) fn boots_linux(platform: &dyn Platform, image: &KernelImage) -> bool {
    image.kind == GuestKind::Linux && !platform.about().has_linux
}

/// Looks for a platform, and for all that guests on it take.
pub(crate) fn detect(
    platform: &dyn Platform,
    spec: &Spec,
    image: &KernelImage,
) -> Result<Detected, Trouble> {
    let detected = platform.detect(spec, image.arch)?;
    if image.kind.is_bare() && spec.get(linux_keys::KERNEL.name).is_some() {
        let why = format!("{}= is of guests with a Linux", linux_keys::KERNEL.name);
        return Err(Trouble::usage(why, "add --guest linux"));
    }
    if boots_linux(platform, image) {
        if let Some(why) = platform.boots_no_linux(image.arch) {
            let next = "use another platform, such as host, or another machine".to_owned();
            return Err(Trouble::unavailable(why, next));
        }
        Linux::check(image.arch)?;
    }
    Ok(detected)
}
