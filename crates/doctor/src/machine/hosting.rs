//! Whether the machine is itself a virtual one.

use super::Machine;

/// What a machine is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hosting {
    /// Nothing tells of a hypervisor underneath, where one would show.
    Physical,
    /// It is a virtual machine, of what the text names.
    Virtual(String),
    /// Nothing tells either way.
    Unknown,
}

/// Words that hypervisors put into the firmware's tables of their virtual machines.
const FIRMWARE_WORDS: [&str; 9] = [
    "QEMU",
    "KVM",
    "Xen",
    "VMware",
    "VirtualBox",
    "Bochs",
    "Virtual Machine",
    "Google Compute Engine",
    "Cloud Hypervisor",
];

/// What device trees call a machine that only a hypervisor makes: QEMU's `virt`, and monitors after it.
const VIRTUAL_TREE: &str = "linux,dummy-virt";

/// Clocks that only a hypervisor offers, with its name.
const CLOCKS: [(&str, &str); 4] = [
    ("kvm-clock", "KVM"),
    ("xen", "Xen"),
    ("hyperv_clocksource_tsc_page", "Hyper-V"),
    ("hyperv_clocksource_msr", "Hyper-V"),
];

impl Machine {
    /// Whether the machine is virtual: by the processor's features where they would say so,
    /// else by the kernel's and the firmware's hints.
    pub fn hosting(&self) -> Hosting {
        let flags = self.processor_flags().unwrap_or_default();
        if flags.iter().any(|flag| flag == "hypervisor") {
            let name = self.hypervisor_name().or_else(|| self.firmware_name());
            return Hosting::Virtual(name.unwrap_or_else(|| "unknown hypervisor".to_owned()));
        }
        if let Some(name) = self.hypervisor_name() {
            return Hosting::Virtual(name);
        }
        if self.line("/proc/device-tree/compatible").is_some_and(|it| it.contains(VIRTUAL_TREE)) {
            return Hosting::Virtual(VIRTUAL_TREE.to_owned());
        }
        match self.firmware_name() {
            Some(name) if FIRMWARE_WORDS.iter().any(|word| name.contains(word)) => {
                Hosting::Virtual(name)
            }
            Some(_) => Hosting::Physical,
            None => Hosting::Unknown,
        }
    }

    /// Whether it is known to be virtual.
    pub fn is_virtual(&self) -> bool {
        matches!(self.hosting(), Hosting::Virtual(_))
    }

    /// The hypervisor, as far as the kernel knows it.
    fn hypervisor_name(&self) -> Option<String> {
        let told = ["/sys/hypervisor/type", "/proc/device-tree/hypervisor/compatible"];
        told.iter().find_map(|path| self.line(path)).or_else(|| {
            let (_, clocks) = self.clock_source()?;
            let known = CLOCKS.iter().find(|(clock, _)| clocks.iter().any(|c| c == clock))?;
            Some(known.1.to_owned())
        })
    }

    /// Who made the machine, and what it is called.
    fn firmware_name(&self) -> Option<String> {
        let vendor = self.line("/sys/class/dmi/id/sys_vendor");
        let product = self.line("/sys/class/dmi/id/product_name");
        let parts: Vec<_> = [vendor, product].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::recorded::Recorded;
    use super::*;

    #[test]
    fn a_device_tree_says_that_its_machine_is_virtual() {
        let recorded = Recorded::empty();
        assert_eq!(recorded.machine.hosting(), Hosting::Unknown);
        recorded.write("proc/device-tree/compatible", b"linux,dummy-virt\0");
        assert!(recorded.machine.is_virtual());
    }
}
