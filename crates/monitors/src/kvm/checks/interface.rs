//! KVM's interface is there and may be used.

use rustix::fs::{Access, access};

use doctor::machine::{Hosting, Machine};
use doctor::{Check, Context, Verdict};

/// KVM is there and may be used.
pub const CHECK: &Check = &Check {
    name: "kvm",
    why: "Without KVM guests can only be emulated, and figures are those of the emulator \
          instead of the processor's.",
    over_time: false,
    look,
};

/// KVM's interface.
const PATH: &str = "/dev/kvm";

/// The features of processors that KVM uses, with the module that does.
const VENDOR_MODULES: [(&str, &str); 2] = [("vmx", "kvm_intel"), ("svm", "kvm_amd")];

fn look(context: &Context) -> Verdict {
    let machine = context.machine;
    if !machine.has(PATH) {
        return missing(machine);
    }
    match access(machine.path(PATH), Access::READ_OK | Access::WRITE_OK) {
        Ok(()) => Verdict::ok(format!("{PATH} may be used")),
        Err(_) => Verdict::warn(format!("there is no permission to use {PATH}"))
            .mend("sudo usermod -aG kvm $USER")
            .advise("log in again afterwards"),
    }
}

fn missing(machine: &Machine) -> Verdict {
    let found = Verdict::warn(format!("there is no {PATH}"));
    let flags = machine.processor_flags().unwrap_or_default();
    let module = VENDOR_MODULES.iter().find(|(flag, _)| flags.iter().any(|f| f == flag));
    match (module, machine.hosting()) {
        (Some((_, module)), _) => found.mend(format!("sudo modprobe {module}")),
        (None, Hosting::Virtual(_)) => {
            found.advise("enable nested virtualization for this machine on its own host")
        }
        (None, _) => found.advise("enable virtualization in the firmware's settings"),
    }
}
