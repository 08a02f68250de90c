//! Where a QEMU has the virtio devices that it is given for benchmarks, and who answers their doorbells.

use crate::Spec;
use crate::devices::keys::IOEVENTFD;
use ground::Arch;

/// What the QEMU is that a device is for.
#[derive(Debug, Clone, Copy)]
pub struct VirtioHost<'a> {
    /// Its machine type.
    pub machine: &'a str,
    /// Whether KVM runs its guest.
    pub by_kvm: bool,
    /// Whether there is no device unless the specification asks for one.
    pub only_if_asked: bool,
}

/// How the guest reaches a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bus {
    /// By registers in memory. Its doorbell is the bus' matter.
    Memory,
    /// On PCI, as on a machine type that is not known to have another.
    Pci,
}

impl Bus {
    /// Where `host` has the device that a `key` of `spec` is about; `None` where there is to be none.
    pub(super) fn of(spec: &Spec, key: &str, arch: &Arch, host: VirtioHost<'_>) -> Option<Self> {
        let machine = host.machine.split(',').next().unwrap_or_default();
        let known = arch.qemu.virtio.get(machine);
        match spec.get(key) {
            Some("none") => None,
            None if host.only_if_asked || known.is_none() => None,
            _ if known.is_some_and(|name| name == Self::Memory.name()) => Some(Self::Memory),
            _ => Some(Self::Pci),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Memory => "device",
            Self::Pci => "pci",
        }
    }

    /// QEMU's arguments for a device of a `kind` with these `properties`.
    pub(super) fn arguments(self, kind: &str, properties: &str, spec: &Spec) -> Vec<String> {
        let mut words = Vec::new();
        let mut device = format!("virtio-{kind}-{},{properties}", self.name());
        match (spec.get(IOEVENTFD.name), self) {
            (Some(value), Self::Memory) => {
                words.extend(["-global".to_owned(), format!("virtio-mmio.ioeventfd={value}")]);
            }
            (Some(value), Self::Pci) => device += &format!(",ioeventfd={value}"),
            (None, _) => (),
        }
        words.extend(["-device".to_owned(), device]);
        words
    }
}
