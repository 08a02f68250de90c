//! Memory that moves between nodes.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "numa-balancing",
    why: "To learn who uses a page the kernel takes it away now and then, and the guest's \
          next access to it becomes a fault.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    let nodes = context.machine.names("/sys/devices/system/node");
    let nodes = nodes.iter().filter(|name| name.strip_prefix("node").is_some_and(is_number));
    let found = match nodes.count() {
        0 => String::new(),
        1 => ", 1 node".to_owned(),
        n => format!(", {n} nodes"),
    };
    match context.machine.number::<u8>("/proc/sys/kernel/numa_balancing") {
        None => Verdict::unknown("the kernel has no such balancing, or does not tell"),
        Some(0) => Verdict::ok(format!("off{found}")),
        Some(_) => Verdict::warn(format!("on{found}")).mend("sudo sysctl kernel.numa_balancing=0"),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
