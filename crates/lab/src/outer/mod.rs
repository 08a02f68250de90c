//! The outer machine: an emulated computer whose clock counts executed instructions. Several
//! emulators have such; none of them knows the others.

mod bochs;
mod bundle;
mod machine;
mod qemu;

use super::arch::{Emulator, LabArch};
pub(super) use bundle::{Bundle, FOLDER};
pub(super) use machine::{Booted, Handed, Handing, Outer};

use super::keys::OUTER;
use debian::Cache;
use ground::{Arch, Trouble};
use monitors::Spec;
use system::output::tell;

/// The emulator of a `lab` for kernels of `arch`: the release or the program that `outer=` of a platform's
/// specification names, or else the lab's own for so many `processors`.
///
/// # Errors
/// When it is not there.
pub(super) fn locate(
    spec: &Spec,
    arch: &Arch,
    lab: &LabArch,
    processors: u32,
) -> Result<Box<dyn Outer>, Trouble> {
    let program = program(spec, arch, lab, processors)?;
    Ok(match lab.emulator {
        Emulator::Qemu => Box::new(qemu::locate(spec, arch, &program)?),
        Emulator::Bochs => Box::new(bochs::locate(spec, arch, lab, &program)?),
    })
}

/// The same, where it can do what the lab needs.
///
/// # Errors
/// As [`locate`], and when it cannot.
pub(super) fn detect(
    spec: &Spec,
    arch: &Arch,
    lab: &LabArch,
    processors: u32,
) -> Result<Box<dyn Outer>, Trouble> {
    match lab.emulator {
        Emulator::Qemu => {
            let program = program(spec, arch, lab, processors)?;
            Ok(Box::new(qemu::detect(spec, arch, &program)?))
        }
        Emulator::Bochs => locate(spec, arch, lab, processors),
    }
}

/// Its program. The lab's usual one is a part of it; another is unpacked when it is first used.
fn program(spec: &Spec, arch: &Arch, lab: &LabArch, processors: u32) -> Result<String, Trouble> {
    let named = spec.get(OUTER.name);
    let Some(bundle) = Bundle::named(spec, arch, lab, processors) else {
        return Ok(named.unwrap_or_default().to_owned());
    };
    let cache = Cache::open("lab")?;
    let program = match named.is_some() || !bundle.is_usual(lab) {
        true => bundle.unpacked(&cache, &|step| tell(format_args!("{}: {step}", spec.label())))?,
        false => bundle.program(&cache).ok_or_else(|| {
            let arch =
                if arch.is_host() { String::new() } else { format!(" --arch {}", arch.name) };
            Trouble::unavailable(
                "the lab's outer machine has not been built",
                format!("build it: {}{arch}", cache.build()),
            )
        })?,
    };
    Ok(program.to_string_lossy().into_owned())
}
