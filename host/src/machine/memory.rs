//! Memory, and how the kernel manages it.

use super::{Machine, value};

impl Machine {
    /// Bytes of memory.
    pub fn memory(&self) -> Option<u64> {
        self.meminfo("MemTotal")
    }

    /// Bytes of memory that could be used without swapping.
    pub fn memory_available(&self) -> Option<u64> {
        self.meminfo("MemAvailable")
    }

    /// When the kernel gives a process huge pages: always, when asked (madvise), never.
    pub fn huge_pages(&self) -> Option<String> {
        self.choice("/sys/kernel/mm/transparent_hugepage/enabled")
    }

    /// How many bytes the file system of shared memory may hold; `None` when there is none.
    pub fn shared_memory(&self) -> Option<u64> {
        let mounts = self.text("/proc/mounts")?;
        let mut fields = mounts.lines().rev().map(|line| line.split(' ').collect::<Vec<_>>());
        // The last one mounted there hides those before it.
        let mount = fields.find(|fields| fields.get(1) == Some(&"/dev/shm"))?;
        let size = mount.get(3)?.split(',').find_map(|option| option.strip_prefix("size="));
        match size {
            Some(size) => {
                size.strip_suffix('k')?.parse::<u64>().ok().and_then(|k| k.checked_mul(1024))
            }
            // The kernel's default.
            None => self.memory().map(|bytes| bytes / 2),
        }
    }

    fn meminfo(&self, key: &str) -> Option<u64> {
        let text = self.text("/proc/meminfo")?;
        let kib = value(&text, key, ':')?.strip_suffix("kB")?.trim().parse::<u64>().ok()?;
        kib.checked_mul(1024)
    }
}
