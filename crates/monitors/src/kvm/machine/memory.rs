//! The guest's memory: memory of the tool, given to the virtual machine.

use std::fmt::Display;
use std::sync::Arc;

use kvm_bindings::kvm_userspace_memory_region;
use kvm_ioctls::VmFd;
use vm_memory::{Address, FileOffset, GuestAddress, GuestMemoryBackend, GuestMemoryRegion};

use super::arch::layout::blocks;
use super::{Error, kvm};
use crate::timing::GuestMemory as Visible;

/// The guest's memory.
pub(super) type GuestMemory = vm_memory::GuestMemoryMmap<()>;

/// Allocates `size` bytes of guest memory; the host provides them as they are touched. The
/// first block is `mailbox` where that is given.
pub(super) fn allocate(size: u64, mailbox: Option<&Visible>) -> Result<GuestMemory, Error> {
    let refused = |why: &dyn Display| Error(format!("{size} bytes of guest memory: {why}"));
    let file = mailbox.map(|memory| memory.file().try_clone()).transpose();
    let mut file = file.map_err(|e| refused(&e))?.map(|file| FileOffset::new(file, 0));
    let mut ranges = Vec::new();
    for (base, length) in blocks(size) {
        let length = usize::try_from(length).map_err(|e| refused(&e))?;
        ranges.push((GuestAddress(base), length, file.take()));
    }
    GuestMemory::from_ranges_with_files(&ranges).map_err(|e| refused(&e))
}

/// Memory for the first block of `size` bytes in which a mailbox can be watched.
pub(super) fn visible(size: u64) -> Result<Arc<Visible>, Error> {
    let (base, length) = blocks(size)[0];
    let memory = Visible::create(base, length);
    let refused = |e| Error(format!("guest memory that the tool can watch: {e}"));
    memory.map(Arc::new).map_err(refused)
}

/// Gives `memory` to the virtual machine `vm`.
pub(super) fn register(vm: &VmFd, memory: &GuestMemory) -> Result<(), Error> {
    for (slot, region) in (0..).zip(memory.iter()) {
        let region = kvm_userspace_memory_region {
            slot,
            flags: 0,
            guest_phys_addr: region.start_addr().raw_value(),
            memory_size: region.len(),
            userspace_addr: region.as_ptr() as u64,
        };
        // SAFETY: the region is mapped as long as the machine that owns both exists.
        #[expect(unsafe_code, reason = "KVM writes to the memory it is given")]
        unsafe { vm.set_user_memory_region(region) }.map_err(kvm("take the guest's memory"))?;
    }
    Ok(())
}
