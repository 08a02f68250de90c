//! The doctor's look at QEMU.

use super::locate::version;
use doctor::{Check, Context, Verdict};
use ground::QemuArch;

/// QEMU is there and works.
pub const PROGRAM: &Check = &Check {
    name: "qemu",
    why: "QEMU runs the guests of most platforms, and figures compare only between equal \
          versions of it.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    let QemuArch { binary, package, .. } = &context.needs.arch.qemu;
    match context.machine.program(binary).map(|path| version(&path)) {
        Some(Ok(version)) => Verdict::ok(version),
        Some(Err(why)) => Verdict::bad(format!("{binary} does not work: {why}"))
            .mend(format!("sudo apt-get install --reinstall {package}")),
        None => Verdict::warn(format!("{binary} is not installed"))
            .mend(format!("sudo apt-get install {package}")),
    }
}
