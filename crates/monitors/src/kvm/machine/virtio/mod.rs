//! Virtio devices in memory, for benchmarks of disks and networks: as QEMU's microvm has them, so that the
//! kernel finds them in the same way. KVM takes doorbells and wakes a thread of the device's; without
//! `ioeventfd` each is an exit, and the CPU's own thread serves.

mod backend;
mod block;
mod device;
mod network;
mod peer;
mod registers;

use std::sync::Arc;
use std::thread::JoinHandle;

use kvm_ioctls::VmFd;

use super::arch::layout::{VIRTIO, VIRTIO_APART, VIRTIO_LINE};
use super::memory::GuestMemory;
use super::{Error, kvm};
use crate::devices::{ScratchFile, keys};
use crate::{GuestConfig, Spec};
use backend::Backend;
use device::Device;
use ground::Trouble;
use registers::Registers;
use vmm_sys_util::eventfd::EventFd;

/// What a machine is to have.
pub(super) struct Wanted {
    backends: Vec<Box<dyn Backend>>,
    has_threads: bool,
}

impl Wanted {
    /// The devices that the benchmarks of `config` need, as `spec` says.
    ///
    /// # Errors
    /// When there is no file for a disk.
    pub(super) fn of(spec: &Spec, config: &GuestConfig) -> Result<Self, Trouble> {
        let is_wanted = |key: &crate::Key| spec.get(key.name) != Some("none");
        let mut backends: Vec<Box<dyn Backend>> = Vec::new();
        if config.devices.disk && is_wanted(&keys::DISK) {
            backends.push(Box::new(block::Block::new(ScratchFile::of(spec)?)));
        }
        if config.devices.network && is_wanted(&keys::NETWORK) {
            backends.push(Box::new(network::Network::new()));
        }
        Ok(Self { backends, has_threads: spec.get(keys::IOEVENTFD.name) != Some("off") })
    }
}

/// The devices of a machine, in the order of their places.
#[derive(Default)]
pub(super) struct Virtio(Vec<Arc<Device>>);

impl Virtio {
    /// Those that are `wanted`, on the machine `vm` with this `memory`.
    ///
    /// # Errors
    /// When KVM does not take doorbells or lines.
    pub(super) fn offer(wanted: Wanted, vm: &VmFd, memory: &GuestMemory) -> Result<Self, Error> {
        let Wanted { backends, has_threads } = wanted;
        let devices = (0..).zip(backends).map(|(number, backend)| {
            let at = VIRTIO + VIRTIO_APART * u64::from(number);
            let registers = Registers::new(backend);
            Device::new(
                registers,
                memory.clone(),
                (at, VIRTIO_LINE.map(|first| first + number)),
                has_threads,
            )
            .map(Arc::new)
        });
        let devices = Self(devices.collect::<Result<_, _>>()?);
        devices.connect(vm)?;
        Ok(devices)
    }

    /// Has the KVM of a machine, `vm`, take their doorbells and raise their lines.
    ///
    /// # Errors
    /// When KVM does not.
    pub(super) fn connect(&self, vm: &VmFd) -> Result<(), Error> {
        self.0.iter().try_for_each(|device| device.take_doorbell(vm))?;
        self.lines().try_for_each(|(file, line)| {
            vm.register_irqfd(file, line).map_err(kvm("take a device's line"))
        })
    }

    /// Their lines by number, with what raises each. One machine alone can have them.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&EventFd, u32)> {
        self.0.iter().filter_map(|device| device.line())
    }

    /// A thread for each whose doorbells KVM takes.
    ///
    /// # Errors
    /// When there is no thread to be had.
    pub(super) fn start(&self) -> Result<Vec<JoinHandle<()>>, Error> {
        self.0.iter().filter(|device| device.has_thread()).map(device::start).collect()
    }

    /// Ends the threads.
    pub(super) fn stop(&self) {
        self.0.iter().for_each(|device| device.stop());
    }

    /// Answers a read at `address`, where that is one of theirs.
    pub(super) fn read(&self, address: u64, data: &mut [u8]) {
        if let Some((device, offset)) = self.at(address) {
            device.read(offset, data);
        }
    }

    /// Takes a write at `address`, where that is one of theirs.
    pub(super) fn write(&self, address: u64, data: &[u8]) {
        if let (Some((device, offset)), Ok(value)) = (self.at(address), data.try_into()) {
            device.write(offset, u32::from_le_bytes(value));
        }
    }

    fn at(&self, address: u64) -> Option<(&Arc<Device>, u32)> {
        let from_first = address.checked_sub(VIRTIO)?;
        let device = self.0.get(usize::try_from(from_first / VIRTIO_APART).ok()?)?;
        Some((device, u32::try_from(from_first % VIRTIO_APART).ok()?))
    }
}

#[cfg(test)]
mod tests;
