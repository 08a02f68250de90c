//! The log of written pages as a ring, in which KVM puts each.

use std::io;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{ptr, slice};

use kvm_bindings::{
    KVM_CAP_DIRTY_LOG_RING, KVM_CAP_DIRTY_LOG_RING_ACQ_REL, KVM_DIRTY_LOG_PAGE_OFFSET, KVMIO,
    kvm_enable_cap,
};
use kvm_ioctls::{VcpuFd, VmFd};
use libc::{MAP_FAILED, MAP_SHARED, PROT_READ, PROT_WRITE, mmap, munmap};
use vmm_sys_util::ioctl::ioctl;
use vmm_sys_util::ioctl_io_nr;

use super::Refusal;
use super::slot::{SLOT, Slot};

ioctl_io_nr!(KVM_RESET_DIRTY_RINGS, KVMIO, 0xc7);

/// Entries: enough for four times the memory of which there may be a log.
const ENTRIES: usize = 1 << 16;
const BYTES: usize = ENTRIES * size_of::<Entry>();

/// An entry: `struct kvm_dirty_gfn`.
#[repr(C)]
struct Entry {
    flags: AtomicU32,
    slot: u32,
    offset: u64,
}

/// Bits of its flags: KVM has written it, and we have read it.
const WRITTEN: u32 = 1;
const READ: u32 = 2;

/// The ring of the first CPU, on which operations run.
pub(in super::super) struct Ring {
    start: usize,
    next: usize,
}

impl Ring {
    /// Has all logs of `vm`, which has no CPU yet, be rings. Whether it has rings.
    pub(in super::super) fn enable(vm: &VmFd) -> bool {
        [KVM_CAP_DIRTY_LOG_RING_ACQ_REL, KVM_CAP_DIRTY_LOG_RING].into_iter().any(|cap| {
            let mut cap = kvm_enable_cap { cap, ..Default::default() };
            cap.args[0] = BYTES as u64;
            vm.enable_cap(&cap).is_ok()
        })
    }

    /// That of `cpu`, whose machine has rings.
    pub(in super::super) fn of(cpu: &VcpuFd) -> io::Result<Self> {
        let offset = i64::from(KVM_DIRTY_LOG_PAGE_OFFSET) << 12;
        let (access, file) = (PROT_READ | PROT_WRITE, cpu.as_raw_fd());
        // SAFETY: KVM chooses a place where nothing is.
        #[expect(unsafe_code, reason = "memory shared with KVM has no safe view")]
        let start = unsafe { mmap(ptr::null_mut(), BYTES, access, MAP_SHARED, file, offset) };
        match start {
            MAP_FAILED => Err(io::Error::last_os_error()),
            start => Ok(Self { start: start.expose_provenance(), next: 0 }),
        }
    }

    fn entries(&self) -> &[Entry] {
        // SAFETY: KVM has mapped so many entries there, for as long as this lives.
        #[expect(unsafe_code, reason = "memory shared with KVM has no safe view")]
        unsafe {
            slice::from_raw_parts(ptr::with_exposed_provenance(self.start), ENTRIES)
        }
    }

    /// Takes what is in it and has KVM protect these pages again; returns how many there were.
    pub(super) fn collect(&mut self, slot: &Slot) -> Result<u32, Refusal> {
        let pages = slot.range()?.bytes() as u64 >> 12;
        let count = take(self.entries(), self.next, pages)?;
        self.next = (self.next + count as usize) % ENTRIES;
        // SAFETY: it has no argument.
        #[expect(unsafe_code, reason = "the bindings lack this request")]
        let reset = unsafe { ioctl(slot.vm(), KVM_RESET_DIRTY_RINGS()) };
        match u32::try_from(reset) {
            Ok(reset) if reset == count => Ok(count),
            _ => Err(format!("KVM has reset {reset} of {count} entries of its ring")),
        }
    }
}

/// Marks what KVM has written to `entries` from `first` on as read; returns how many these are. All are
/// of the memory's so many pages.
fn take(entries: &[Entry], first: usize, pages: u64) -> Result<u32, Refusal> {
    let (later, sooner) = entries.split_at(first);
    let mut count = 0;
    for entry in sooner.iter().chain(later) {
        if entry.flags.load(Ordering::Acquire) & WRITTEN == 0 {
            break;
        }
        if entry.slot != SLOT || entry.offset >= pages {
            return Err("KVM's ring has a page of other memory".to_owned());
        }
        entry.flags.store(READ, Ordering::Release);
        count += 1;
    }
    Ok(count)
}

impl Drop for Ring {
    fn drop(&mut self) {
        // SAFETY: nothing refers to it any more.
        #[expect(unsafe_code, reason = "what was mapped has to be given back")]
        unsafe {
            munmap(ptr::with_exposed_provenance_mut(self.start), BYTES);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(flags: u32, slot: u32, offset: u64) -> Entry {
        Entry { flags: AtomicU32::new(flags), slot, offset }
    }

    #[test]
    fn what_kvm_has_written_is_taken_once_and_around_the_end() {
        let ring: Vec<_> = (0..4).map(|it| entry(u32::from(it != 1), SLOT, it)).collect();
        assert_eq!(take(&ring, 2, 4), Ok(3));
        assert_eq!(take(&ring, 2, 4), Ok(0));
        let flags: Vec<_> = ring.iter().map(|it| it.flags.load(Ordering::Relaxed)).collect();
        assert_eq!(flags, [READ, 0, READ, READ]);
    }

    #[test]
    fn pages_of_other_memory_are_no_ones_we_logged() {
        for other in [entry(WRITTEN, SLOT - 1, 0), entry(WRITTEN, SLOT, 4)] {
            assert!(take(&[other], 0, 4).is_err());
        }
    }
}
