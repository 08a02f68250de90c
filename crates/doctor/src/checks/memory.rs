//! Enough memory for the guest.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "memory",
    why: "When memory runs short the kernel takes pages away from the guest, and gives them \
          back with a fault each.",
    over_time: false,
    look,
};

/// What the program around a guest takes on top of the guest's memory.
const AROUND: u64 = 256 << 20;

fn look(context: &Context) -> Verdict {
    let Some(available) = context.machine.memory_available() else {
        return Verdict::unknown("the kernel does not tell");
    };
    let needed = context.needs.memory.saturating_add(AROUND);
    let found = format!("{} MiB available, {} wanted", available >> 20, needed >> 20);
    if available < needed {
        return Verdict::bad(found)
            .mend("ps -eo rss,pid,user,comm --sort=-rss | head")
            .advise("this shows who has it; or give the guest less (--memory)");
    }
    Verdict::ok(found)
}
