//! A virtual machine, ready to run.

use kvm_ioctls::VcpuFd;

use super::arch::{self, Devices};
use super::memory::{self, GuestMemory};
use super::virtio::{Virtio, Wanted};
use super::{Error, open};
use crate::GuestConfig;
use crate::timing::GuestMemory as Visible;

/// A virtual machine whose CPUs have not run yet.
pub(super) struct Machine {
    pub(super) memory: GuestMemory,
    pub(super) hardware: Hardware,
}

/// What it has besides memory.
pub(super) struct Hardware {
    pub(super) cpus: Vec<VcpuFd>,
    pub(super) devices: Devices,
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
        let kvm_fd = open()?;
        let memory = memory::allocate(config.memory, visible)?;
        let hardware = arch::build(&kvm_fd, &memory, config, wanted)?;
        Ok(Self { memory, hardware })
    }
}
