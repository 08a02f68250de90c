//! Memory that the system does not give.

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::input;

/// What is said where there is none left, and how the tool ends: a platform, or what it needs, is not
/// there (docs/exit-codes.md).
const SENTENCE: &[u8] = b"error: the system has no memory left for hyperbench\n  \
    next: allow it more (ulimit -v, the cgroup's memory.max), or give it smaller files\n";
const UNAVAILABLE: i32 = 3;

/// Bytes that the tool has, and the most that it may: more, and the kernel would kill it without a word.
static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Files with the limit of a memory cgroup, of the second version and the first (Linux,
/// admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst), and where they are.
const LIMITS: [(&str, &str); 2] =
    [("/sys/fs/cgroup", "memory.max"), ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")];

/// Has the tool end with a sentence before its memory cgroup is full. The rest is for what it runs.
pub fn stay_within_cgroup() {
    let own = input::read_text("/proc/self/cgroup").unwrap_or_default();
    let limits = LIMITS.iter().filter_map(|(root, file)| lowest(Path::new(root), file, &own));
    if let Some(limit) = limits.min().and_then(|limit| usize::try_from(limit / 8 * 7).ok()) {
        MOST.store(limit, Ordering::Relaxed);
    }
}

/// The lowest limit of the cgroups in `own` (/proc/self/cgroup) and of those around them, which the folders
/// below `root` tell in files called `file`.
fn lowest(root: &Path, file: &str, own: &str) -> Option<u64> {
    let groups = own.lines().filter_map(|line| line.splitn(3, ':').nth(2));
    let folders = groups.flat_map(|group| Path::new(group.trim_start_matches('/')).ancestors());
    let limit = |folder: &Path| {
        let text = input::read_text(root.join(folder).join(file)).ok()?;
        text.trim().parse::<u64>().ok()
    };
    folders.filter_map(limit).min()
}

/// The system's memory. Where it has none the tool ends with a sentence: Rust would abort.
#[derive(Debug, Clone, Copy)]
pub struct Allocator;

// SAFETY: it is the system's allocator, but for what it does not return from.
#[expect(unsafe_code, reason = "allocators are unsafe")]
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        hold(layout.size());
        // SAFETY: the caller keeps the contract, which is the same.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        hold(layout.size());
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        hold(size);
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        given(unsafe { System.realloc(at, layout, size) })
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
}

/// Counts `size` bytes more.
fn hold(size: usize) {
    let held = HELD.fetch_add(size, Ordering::Relaxed).saturating_add(size);
    if held > MOST.load(Ordering::Relaxed) {
        end();
    }
}

/// `memory`, if there is any.
fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        end();
    }
    memory
}

/// Ends the tool. Guards end what runs.
fn end() -> ! {
    // SAFETY: both are system calls, and need no memory.
    #[expect(unsafe_code, reason = "the standard library's own need memory")]
    unsafe {
        libc::write(libc::STDERR_FILENO, SENTENCE.as_ptr().cast(), SENTENCE.len());
        libc::_exit(UNAVAILABLE)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir_all, write};

    use super::*;

    #[test]
    fn the_lowest_limit_of_a_cgroup_and_those_around_it_counts() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        create_dir_all(root.join("a/b")).unwrap();
        let limit = |own: &str| lowest(root, "memory.max", own);
        assert_eq!(limit("0::/a/b\n"), None);
        for (place, text) in
            [("memory.max", "900\n"), ("a/memory.max", "700\n"), ("a/b/memory.max", "max\n")]
        {
            write(root.join(place), text).unwrap();
        }
        assert_eq!(limit("0::/a/b\n"), Some(700));
        assert_eq!(limit("0::/elsewhere\n"), Some(900));
        assert_eq!(limit("3:cpu:/\n4:memory:/a\n"), Some(700));
        assert_eq!(limit(""), None);
    }
}
