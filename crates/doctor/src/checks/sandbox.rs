//! What a monitor may do that a guest has broken out of.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "sandbox",
    why: "A guest that breaks out of its monitor has the user's rights. No monitor that the tool \
          starts gains more, and QEMU can filter its own system calls besides.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    match context.machine.text("/proc/sys/kernel/seccomp/actions_avail") {
        Some(_) => Verdict::ok("monitors gain no rights; sandbox=on has QEMU filter its calls"),
        None => Verdict::unknown(
            "monitors gain no rights; whether QEMU can filter its calls is unknown",
        ),
    }
}
