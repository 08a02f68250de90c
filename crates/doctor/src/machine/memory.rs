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

    fn meminfo(&self, key: &str) -> Option<u64> {
        let text = self.text("/proc/meminfo")?;
        let kib = value(&text, key, ':')?.strip_suffix("kB")?.trim().parse::<u64>().ok()?;
        kib.checked_mul(1024)
    }
}
