//! The outer machine: an emulated computer whose clock counts executed instructions. Several
//! emulators have such; none of them knows the others.

mod bochs;
mod machine;
mod qemu;

use super::arch::{Emulator, LabArch};
pub(super) use machine::{Handed, Handing, Outer};

use ground::{Arch, Trouble};
use monitors::Spec;

/// The emulator of a `lab` for kernels of `arch`: `outer=` of a platform's specification, or Debian's.
///
/// # Errors
/// When it is not there.
pub(super) fn locate(spec: &Spec, arch: &Arch, lab: &LabArch) -> Result<Box<dyn Outer>, Trouble> {
    Ok(match lab.emulator {
        Emulator::Qemu => Box::new(qemu::locate(spec, arch)?),
        Emulator::Bochs => Box::new(bochs::locate(spec, arch, lab)?),
    })
}

/// The same, where it can do what the lab needs.
///
/// # Errors
/// As [`locate`], and when it cannot.
pub(super) fn detect(spec: &Spec, arch: &Arch, lab: &LabArch) -> Result<Box<dyn Outer>, Trouble> {
    match lab.emulator {
        Emulator::Qemu => Ok(Box::new(qemu::detect(spec, arch)?)),
        Emulator::Bochs => locate(spec, arch, lab),
    }
}
