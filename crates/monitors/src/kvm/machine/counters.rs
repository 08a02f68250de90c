//! What can be counted of a machine: exits to the tool, and KVM's own counters.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::sync::Arc;

use kvm_ioctls::VcpuFd;
use vm_memory::{Bytes, GuestAddress};

use super::super::statistics::Statistics;
use super::hardware::hardware;
use super::memory::GuestMemory;
use super::vcpu::Shared;
use crate::counting::{SnapshotPage, Snapshots, Source};
use crate::timing::ThreadId;
use results::{Snapshot, USER_EXITS};

/// `KVM_GET_STATS_FD`: `_IO(KVMIO, 0xce)`, which the bindings lack.
const GET_STATISTICS: u64 = 0xaece;

/// Starts to count for a machine whose CPUs have these `statistics` and are run by `threads`.
/// What this KVM or this processor does not count is not among the sources.
pub(super) fn start(
    shared: &Arc<Shared>,
    statistics: Vec<Statistics>,
    threads: &[ThreadId],
) -> io::Result<Snapshots> {
    let mut sources: Vec<Box<dyn Source>> = vec![Box::new(UserExits(Arc::clone(shared)))];
    sources.push(Box::new(hardware(threads)));
    sources.extend(statistics.into_iter().map(|s| Box::new(s) as Box<dyn Source>));
    Snapshots::new(Box::new(Memory(shared.memory.clone())), sources)
}

/// The counters that KVM keeps of `cpu`; `None` where it is too old for that.
pub(super) fn statistics(cpu: &VcpuFd) -> Option<Statistics> {
    // SAFETY: the request takes no argument and returns a new file descriptor or -1.
    #[expect(unsafe_code, reason = "the bindings lack this request")]
    let file = unsafe {
        let fd = vmm_sys_util::ioctl::ioctl(cpu, GET_STATISTICS);
        (fd.as_raw_fd() >= 0).then(|| File::from_raw_fd(fd))
    };
    Statistics::new(file?).ok()
}

/// Exits from KVM to the tool.
struct UserExits(Arc<Shared>);

impl Source for UserExits {
    fn read(&mut self, snapshot: &mut Snapshot) -> io::Result<()> {
        snapshot.insert(USER_EXITS.to_owned(), self.0.exits());
        Ok(())
    }
}

/// The guest's memory as the place of its snapshot page.
struct Memory(GuestMemory);

impl SnapshotPage for Memory {
    fn load(&self, address: u64) -> io::Result<u64> {
        let ordering = std::sync::atomic::Ordering::SeqCst;
        self.0.load(GuestAddress(address), ordering).map_err(io::Error::other)
    }

    fn store(&self, address: u64, value: u64) -> io::Result<()> {
        let ordering = std::sync::atomic::Ordering::SeqCst;
        self.0.store(value, GuestAddress(address), ordering).map_err(io::Error::other)
    }
}
