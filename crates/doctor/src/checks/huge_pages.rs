//! Huge pages that come and go.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "huge-pages",
    why: "Where the kernel puts huge pages under a guest of its own accord, the cost of its \
          memory accesses changes from boot to boot and in the middle of a run.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    match context.machine.huge_pages().as_deref() {
        None => Verdict::unknown("the kernel has no transparent huge pages, or does not tell"),
        Some("always") => Verdict::warn("always")
            .mend("echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"),
        Some(choice) => Verdict::ok(choice),
    }
}
