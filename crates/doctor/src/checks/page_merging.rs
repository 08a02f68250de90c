//! Memory that is merged behind the guest's back.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "page-merging",
    why: "The first write to a page that the kernel has merged with an equal one is a fault \
          that copies it.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    let file = "/sys/kernel/mm/ksm/run";
    match context.machine.number::<u8>(file) {
        None => Verdict::unknown("the kernel merges no pages, or does not tell"),
        Some(1) => Verdict::warn("on").mend(format!("echo 2 | sudo tee {file}")),
        Some(_) => Verdict::ok("off"),
    }
}
