//! CPUs that other processes stay away from.

use crate::{Check, Context, Verdict};

pub(super) const CHECK: &Check = &Check {
    name: "isolation",
    why: "Any other process or timer tick on a CPU that measures shows up as an outlier.",
    over_time: false,
    look,
};

fn look(context: &Context) -> Verdict {
    let needed = context.needs.host_cpus();
    let Some(isolated) = context.machine.isolated_cpus() else {
        return Verdict::unknown("the kernel does not tell");
    };
    if isolated.len() >= needed {
        return Verdict::ok(format!("{} isolated CPUs", isolated.len()));
    }
    let found = match isolated.len() {
        0 => "no CPU is isolated".to_owned(),
        n => format!("{n} isolated CPUs, {needed} wanted"),
    };
    let online = context.machine.online_cpus().map_or(0, |list| list.len());
    if online <= needed {
        let advice = format!("isolating {needed} CPUs takes a machine with more than {online}");
        return Verdict::warn(found).advise(advice);
    }
    Verdict::warn(found)
        .mend(isolate(online - needed, online - 1))
        .advise("this is for GRUB, and restarts the machine")
}

/// Isolates the CPUs from `first` to `last` through GRUB's configuration.
fn isolate(first: u64, last: u64) -> String {
    let cpus = format!("{first}-{last}");
    format!(
        "sudo sed -i 's/^GRUB_CMDLINE_LINUX=\"/&isolcpus={cpus} nohz_full={cpus} \
         rcu_nocbs={cpus} /' /etc/default/grub && sudo update-grub && sudo reboot"
    )
}
