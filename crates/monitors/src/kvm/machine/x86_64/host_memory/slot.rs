//! The slot by which a machine has the memory.

use kvm_bindings::{KVM_MEM_LOG_DIRTY_PAGES, kvm_userspace_memory_region};
use kvm_ioctls::VmFd;

use super::super::layout::HOST_MEMORY;
use super::Refusal;
use super::range::Range;

/// Its number; those below are the guest's own memory.
pub(super) const SLOT: u32 = 8;

/// The slot, and what is in it.
pub(super) struct Slot {
    vm: VmFd,
    range: Option<Range>,
}

impl Slot {
    /// An empty one of `vm`.
    pub(super) fn new(vm: VmFd) -> Self {
        Self { vm, range: None }
    }

    /// The machine that it is of.
    pub(super) fn vm(&self) -> &VmFd {
        &self.vm
    }

    /// What is in it.
    pub(super) fn range(&self) -> Result<&Range, Refusal> {
        self.range.as_ref().ok_or_else(|| "no memory was asked for yet".to_owned())
    }

    /// Takes away what is in it.
    pub(super) fn empty(&mut self) -> Result<(), Refusal> {
        if self.range.is_some() {
            self.set(0, 0)?;
            self.range = None;
        }
        Ok(())
    }

    /// Puts `range` into it, which is empty.
    pub(super) fn fill(&mut self, range: Range) -> Result<(), Refusal> {
        let bytes = range.bytes();
        self.range = Some(range);
        self.set(bytes, 0).inspect_err(|_| self.range = None)
    }

    /// Has KVM log what is written to it, or no longer.
    pub(super) fn log(&self, is_on: bool) -> Result<(), Refusal> {
        let flags = if is_on { KVM_MEM_LOG_DIRTY_PAGES } else { 0 };
        self.set(self.range()?.bytes(), flags)
    }

    /// Removes and adds it, so that KVM forgets what it has mapped.
    pub(super) fn forget_and_add(&self) -> Result<(), Refusal> {
        let bytes = self.range()?.bytes();
        self.set(0, 0)?;
        self.set(bytes, 0)
    }

    /// Goes over to the machine `vm`, which has no such slot; returns the one before.
    pub(super) fn go_over(&mut self, vm: VmFd) -> Result<VmFd, Refusal> {
        if let Some(range) = &self.range {
            self.set_in(&vm, range.bytes(), 0)?;
        }
        Ok(std::mem::replace(&mut self.vm, vm))
    }

    fn set(&self, bytes: usize, flags: u32) -> Result<(), Refusal> {
        self.set_in(&self.vm, bytes, flags)
    }

    fn set_in(&self, vm: &VmFd, bytes: usize, flags: u32) -> Result<(), Refusal> {
        let region = kvm_userspace_memory_region {
            slot: SLOT,
            flags,
            guest_phys_addr: HOST_MEMORY,
            memory_size: bytes as u64,
            userspace_addr: self.range()?.start() as u64,
        };
        // SAFETY: the range stays mapped until the slot is empty, or the machine is gone.
        #[expect(unsafe_code, reason = "KVM writes to the memory it is given")]
        let set = unsafe { vm.set_user_memory_region(region) };
        set.map_err(|error| format!("KVM does not take the memory: {error}"))
    }
}
