//! Memory that the system does not give.

use std::alloc::{GlobalAlloc, Layout, System};

/// What is said where there is none left, and how the tool ends: a platform, or what it needs, is not
/// there (docs/exit-codes.md).
const SENTENCE: &[u8] = b"error: the system has no memory left for hyperbench\n  \
    next: allow it more (ulimit -v, the cgroup's memory.max), or give it smaller files\n";
const UNAVAILABLE: i32 = 3;

/// The system's memory. Where it has none the tool ends with a sentence: Rust would abort.
#[derive(Debug, Clone, Copy)]
pub struct Allocator;

// SAFETY: it is the system's allocator, but for what it does not return from.
#[expect(unsafe_code, reason = "allocators are unsafe")]
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract, which is the same.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.realloc(at, layout, size) })
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
}

/// `memory`, if there is any. Guards end what runs.
fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        // SAFETY: both are system calls, and need no memory.
        #[expect(unsafe_code, reason = "the standard library's own need memory")]
        unsafe {
            libc::write(libc::STDERR_FILENO, SENTENCE.as_ptr().cast(), SENTENCE.len());
            libc::_exit(UNAVAILABLE)
        }
    }
    memory
}
