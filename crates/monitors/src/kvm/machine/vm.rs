//! Builds a virtual machine, ready to run.

use kvm_ioctls::VcpuFd;

use super::bare::{create, create_cpus};
use super::host_memory::{HostMemory, Ring};
use super::memory::{self, GuestMemory};
use super::null_device::NullDevice;
use super::virtio::{Virtio, Wanted};
use super::{Error, acpi, boot, cpu, layout, open};
use crate::GuestConfig;
use crate::timing::GuestMemory as Visible;

/// The kernel's option by which the log of written pages is a ring, for which there is no other time
/// than before there are CPUs.
const LOG_TO_RING: &str = "dirty-log=ring";

/// A virtual machine whose CPUs have not run yet.
pub(super) struct Machine {
    pub(super) cpus: Vec<VcpuFd>,
    pub(super) memory: GuestMemory,
    pub(super) devices: Devices,
}

/// What it has besides.
pub(super) struct Devices {
    pub(super) null_device: NullDevice,
    pub(super) host_memory: HostMemory,
    pub(super) virtio: Virtio,
}

impl Machine {
    /// Builds the machine of `config` with its kernel loaded and the devices that are `wanted`, on memory
    /// that is `visible` to the tool where that is asked for.
    pub(super) fn build(
        config: &GuestConfig,
        wanted: Wanted,
        visible: Option<&Visible>,
    ) -> Result<Self, Error> {
        if config.cpus > acpi::MAX_CPUS {
            return Err(Error(format!("it can have at most {} CPUs", acpi::MAX_CPUS)));
        }
        let kvm_fd = open()?;
        let memory = memory::allocate(config.memory, visible)?;
        let vm = create(&kvm_fd, &memory)?;
        let entry = boot::load(&memory, &config.image)?;
        let (exit, null) = (layout::EXIT_PORT, layout::NULL_DEVICE);
        let host = layout::HOST_MEMORY_PORT;
        let command_line = format!(
            "debug-exit={exit:#x} null-device={null:#x} host-memory={host:#x} {}",
            config.options
        );
        boot::describe(&memory, config.memory, &command_line)?;
        acpi::write(&memory, config.cpus)?;
        let has_ring = config.options.split(' ').any(|it| it == LOG_TO_RING) && Ring::enable(&vm);
        let mut cpus = create_cpus(&kvm_fd, &vm, config.cpus)?;
        cpu::enter(&cpus[0], entry)?;
        let null_device = NullDevice::offer(&vm, &mut cpus[0]);
        let ring = has_ring.then(|| Ring::of(&cpus[0])).transpose();
        let ring = ring.map_err(|error| Error(format!("a ring of its log: {error}")))?;
        let virtio = Virtio::offer(wanted, &vm, &memory)?;
        let host_memory = HostMemory::new(vm, ring, kept_by(config, has_ring));
        Ok(Self { cpus, memory, devices: Devices { null_device, host_memory, virtio } })
    }
}

/// Why no other machine can take the place of that of `config`, where that is so.
fn kept_by(config: &GuestConfig, has_ring: bool) -> Option<&'static str> {
    match config {
        GuestConfig { cpus: 2.., .. } => Some("a machine that is replaced has one CPU: --cpus 1"),
        GuestConfig { counting: true, .. } => {
            Some("events are counted of one machine: no --events")
        }
        _ if has_ring => Some("its log is a ring: leave option=dirty-log=ring out"),
        _ => None,
    }
}
