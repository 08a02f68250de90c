//! Faults that the tool itself serves (userfaultfd), as monitors do that restore a guest piece by piece.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, JoinHandle};

use rustix::event::{PollFd, PollFlags, poll};
use vmm_sys_util::eventfd::{EFD_NONBLOCK, EventFd};
use vmm_sys_util::ioctl::ioctl_with_mut_ref;
use vmm_sys_util::ioctl_iowr_nr;

use super::mapping::Mapping;

const UFFDIO: u32 = 0xaa;
ioctl_iowr_nr!(UFFDIO_API, UFFDIO, 0x3f, [u64; 3]);
ioctl_iowr_nr!(UFFDIO_REGISTER, UFFDIO, 0x00, [u64; 4]);
ioctl_iowr_nr!(UFFDIO_COPY, UFFDIO, 0x03, [u64; 5]);

/// What `UFFDIO_API` agrees on, and what `UFFDIO_REGISTER` asks for: pages that are missing.
const API: u64 = 0xaa;
const MISSING: u64 = 1;

/// A message's size, the kind of one about a fault, and where its address is.
const MESSAGE: usize = 32;
const FAULT: u8 = 0x12;
const ADDRESS: usize = 16;

const PAGE: usize = 4096;

/// A thread that serves the faults of a mapping.
pub(super) struct Server {
    served: Arc<AtomicU32>,
    stop: EventFd,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Serves those of `mapping`, of which nothing is there yet.
    pub(super) fn start(mapping: &Mapping) -> io::Result<Self> {
        let faults = faults_of(mapping)?;
        let stop = EventFd::new(EFD_NONBLOCK)?;
        let (ending, served) = (stop.try_clone()?, Arc::new(AtomicU32::new(0)));
        let count = Arc::clone(&served);
        let serve = move || serve(faults, &ending, &count);
        let thread = thread::Builder::new().name("faults".to_owned()).spawn(serve)?;
        Ok(Self { served, stop, thread: Some(thread) })
    }

    /// Pages so far.
    pub(super) fn served(&self) -> u32 {
        self.served.load(Ordering::SeqCst)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It can only fail when the number is full, and then it is not zero either.
        let _ = self.stop.write(1);
        self.thread.take().map(JoinHandle::join);
    }
}

/// A file by which the faults of `mapping` are told.
fn faults_of(mapping: &Mapping) -> io::Result<File> {
    // SAFETY: the file that comes back is nobody else's.
    #[expect(unsafe_code, reason = "the system's interface")]
    let file = unsafe {
        match libc::syscall(libc::SYS_userfaultfd, libc::O_CLOEXEC | libc::O_NONBLOCK) {
            -1 => return Err(io::Error::last_os_error()),
            file => File::from_raw_fd(i32::try_from(file).map_err(io::Error::other)?),
        }
    };
    let mut api = [API, 0, 0];
    let mut register = [mapping.start() as u64, mapping.bytes() as u64, MISSING, 0];
    // SAFETY: both are what these requests take.
    #[expect(unsafe_code, reason = "the system's interface")]
    let results = unsafe {
        [
            ioctl_with_mut_ref(&file, UFFDIO_API(), &mut api),
            ioctl_with_mut_ref(&file, UFFDIO_REGISTER(), &mut register),
        ]
    };
    if results.contains(&-1) { Err(io::Error::last_os_error()) } else { Ok(file) }
}

/// Fills the pages that `faults` tells of, until it is to stop.
fn serve(mut faults: File, stop: &EventFd, served: &AtomicU32) {
    let content = vec![1_u8; PAGE];
    let mut message = [0; MESSAGE];
    while wait(&faults, stop) {
        while faults.read(&mut message).is_ok_and(|length| length == MESSAGE) {
            if message[0] == FAULT {
                // The guest goes on, and may ask, before the system call returns.
                served.fetch_add(1, Ordering::SeqCst);
                if !fill(&faults, &message, &content) {
                    served.fetch_sub(1, Ordering::SeqCst);
                }
            }
        }
    }
}

/// Waits for a fault; false when it is to stop.
fn wait(faults: &File, stop: &EventFd) -> bool {
    // SAFETY: it is open for as long as this borrows it.
    #[expect(unsafe_code, reason = "the library's file cannot be borrowed otherwise")]
    let stop = unsafe { BorrowedFd::borrow_raw(stop.as_raw_fd()) };
    let mut files =
        [PollFd::new(faults, PollFlags::IN), PollFd::from_borrowed_fd(stop, PollFlags::IN)];
    match poll(&mut files, None) {
        Ok(_) => !files[1].revents().contains(PollFlags::IN),
        Err(error) => error == rustix::io::Errno::INTR,
    }
}

/// Copies `content` to the page that a `message` is about.
fn fill(faults: &File, message: &[u8; MESSAGE], content: &[u8]) -> bool {
    let address = message[ADDRESS..].first_chunk().map_or(0, |bytes| u64::from_ne_bytes(*bytes));
    let page = address & !(PAGE as u64 - 1);
    let mut copy = [page, content.as_ptr() as u64, PAGE as u64, 0, 0];
    // SAFETY: the content is a page, and the kernel checks that the place is one of the mapping's.
    #[expect(unsafe_code, reason = "the system's interface")]
    let result = unsafe { ioctl_with_mut_ref(faults, UFFDIO_COPY(), &mut copy) };
    result == 0
}
