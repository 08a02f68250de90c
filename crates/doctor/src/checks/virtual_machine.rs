//! A host that is a virtual machine itself.

use crate::machine::Hosting;
use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "virtual-machine",
    why: "Inside a virtual machine a guest is nested: its exits pass through two hypervisors, \
          and the outer one takes CPUs away without a word.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    match context.machine.hosting() {
        Hosting::Physical => Verdict::ok("the host is no virtual machine"),
        Hosting::Unknown => Verdict::unknown("nothing tells whether the host is one"),
        Hosting::Virtual(name) => Verdict::warn(format!("the host is one itself ({name})"))
            .advise("measure on a physical machine where absolute figures matter"),
    }
}
