//! A limit on the processor time of the tool's control group.

use crate::machine::CpuQuota;
use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "cpu-quota",
    why: "A control group that has used up its share of processor time is stopped until the \
          next period, in the middle of whatever is being measured.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    let needed = context.needs.host_cpus();
    let quota = match context.machine.cpu_quota() {
        None => return Verdict::unknown("the kernel does not tell"),
        Some(CpuQuota::Unlimited) => return Verdict::ok("processor time is not limited"),
        Some(CpuQuota::Cpus(quota)) => quota,
    };
    let found = format!("limited to {quota:.2} CPUs");
    if quota >= needed as f64 {
        return Verdict::ok(found);
    }
    Verdict::bad(format!("{found}, and {needed} are wanted"))
        .advise("start the container without a limit, or leave the slice that sets it")
}
