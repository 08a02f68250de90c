//! Builds a PC, ready to run.

use kvm_ioctls::Kvm;

use super::bare::{create, create_cpus};
use super::host_memory::{HostMemory, Ring};
use super::memory::GuestMemory;
use super::null_device::NullDevice;
use super::virtio::{Virtio, Wanted};
use super::vm::Hardware;
use super::{Devices, Error, acpi, boot, cpu, layout};
use crate::GuestConfig;

/// The kernel's option by which the log of written pages is a ring, for which there is no other time
/// than before there are CPUs.
const LOG_TO_RING: &str = "dirty-log=ring";

/// Builds the machine of `config` with this `memory`, into which its kernel goes, and the devices that are
/// `wanted`.
pub(in super::super) fn build(
    kvm_fd: &Kvm,
    memory: &GuestMemory,
    config: &GuestConfig,
    wanted: Wanted,
) -> Result<Hardware, Error> {
    if config.cpus > acpi::MAX_CPUS {
        return Err(Error(format!("it can have at most {} CPUs", acpi::MAX_CPUS)));
    }
    let vm = create(kvm_fd, memory)?;
    let entry = boot::load(memory, &config.image)?;
    boot::describe(memory, config.memory, &command_line(config))?;
    acpi::write(memory, config.cpus)?;
    let has_ring = config.options.split(' ').any(|it| it == LOG_TO_RING) && Ring::enable(&vm);
    let mut cpus = create_cpus(kvm_fd, &vm, config.cpus)?;
    cpu::enter(&cpus[0], entry)?;
    let null_device = NullDevice::offer(&vm, &mut cpus[0]);
    let ring = has_ring.then(|| Ring::of(&cpus[0])).transpose();
    let ring = ring.map_err(|error| Error(format!("a ring of its log: {error}")))?;
    let virtio = Virtio::offer(wanted, &vm, memory)?;
    let host_memory = HostMemory::new(vm, ring, kept_by(config, has_ring));
    Ok(Hardware { cpus, devices: Devices { null_device, host_memory }, virtio })
}

/// What the kernel of `config` is told, with where the devices are that it cannot find.
fn command_line(config: &GuestConfig) -> String {
    let (exit, null) = (layout::EXIT_PORT, layout::NULL_DEVICE);
    let (host, options) = (layout::HOST_MEMORY_PORT, &config.options);
    format!("debug-exit={exit:#x} null-device={null:#x} host-memory={host:#x} {options}")
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
