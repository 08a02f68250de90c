//! A virtio device on a machine: its registers, its doorbell, its line.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use kvm_ioctls::{IoEventAddress, NoDatamatch, VmFd};
use virtio_bindings::virtio_mmio::{
    VIRTIO_MMIO_INT_VRING as USED_BUFFER, VIRTIO_MMIO_INTERRUPT_ACK as HEARD,
    VIRTIO_MMIO_INTERRUPT_STATUS as INTERRUPTS, VIRTIO_MMIO_QUEUE_NOTIFY as NOTIFY,
};
use vmm_sys_util::eventfd::{EFD_NONBLOCK, EventFd};

use super::super::memory::GuestMemory;
use super::super::{Error, kvm};
use super::registers::Registers;

pub(super) struct Device {
    registers: Mutex<Registers>,
    memory: GuestMemory,
    /// Where its registers are, and the number of its line where it has one.
    place: (u64, Option<u32>),
    /// What KVM writes to when the doorbell is rung; `None` where that is an exit.
    doorbell: Option<EventFd>,
    line: EventFd,
    interrupts: AtomicU32,
    is_stopped: AtomicBool,
}

impl Device {
    /// A device with these `registers` at a `place`; one that `has_thread` is served by that.
    pub(super) fn new(
        registers: Registers,
        memory: GuestMemory,
        place: (u64, Option<u32>),
        has_thread: bool,
    ) -> Result<Self, Error> {
        let file =
            |flags| EventFd::new(flags).map_err(|error| Error(format!("an eventfd: {error}")));
        Ok(Self {
            registers: Mutex::new(registers),
            memory,
            place,
            doorbell: has_thread.then(|| file(0)).transpose()?,
            line: file(EFD_NONBLOCK)?,
            interrupts: AtomicU32::new(0),
            is_stopped: AtomicBool::new(false),
        })
    }

    pub(super) fn has_thread(&self) -> bool {
        self.doorbell.is_some()
    }

    /// Has the KVM of `vm` take its doorbell, where it has a thread.
    pub(super) fn take_doorbell(&self, vm: &VmFd) -> Result<(), Error> {
        let Some(doorbell) = &self.doorbell else { return Ok(()) };
        let at = IoEventAddress::Mmio(self.place.0 + u64::from(NOTIFY));
        vm.register_ioevent(doorbell, &at, NoDatamatch).map_err(kvm("take doorbells"))
    }

    /// What raises its line, and the line's number.
    pub(super) fn line(&self) -> Option<(&EventFd, u32)> {
        Some((&self.line, self.place.1?))
    }

    pub(super) fn read(&self, offset: u32, data: &mut [u8]) {
        if offset == INTERRUPTS {
            let interrupts = self.interrupts.load(Ordering::SeqCst).to_le_bytes();
            data.iter_mut().zip(interrupts).for_each(|(to, from)| *to = from);
        } else {
            self.registers().read(offset, data);
        }
    }

    pub(super) fn write(&self, offset: u32, value: u32) {
        match offset {
            NOTIFY => self.serve(),
            HEARD => {
                self.interrupts.fetch_and(!value, Ordering::SeqCst);
            }
            _ => self.registers().write(offset, value),
        }
    }

    /// Serves what is in the queues.
    fn serve(&self) {
        if self.registers().serve(&self.memory) {
            self.interrupts.fetch_or(USED_BUFFER, Ordering::SeqCst);
            // Its number cannot be so great that one more does not fit: KVM takes it at once.
            let _ = self.line.write(1);
        }
    }

    /// Ends its thread.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        if let Some(doorbell) = &self.doorbell {
            let _ = doorbell.write(1);
        }
    }

    fn registers(&self) -> MutexGuard<'_, Registers> {
        self.registers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread that serves `device` when its doorbell is rung.
pub(super) fn start(device: &Arc<Device>) -> Result<JoinHandle<()>, Error> {
    let device = Arc::clone(device);
    let serve = move || {
        let Some(doorbell) = &device.doorbell else { return };
        while doorbell.read().is_ok() && !device.is_stopped.load(Ordering::SeqCst) {
            device.serve();
        }
    };
    let thread = Builder::new().name("virtio".to_owned()).spawn(serve);
    thread.map_err(|error| Error(format!("a thread for a device: {error}")))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::super::tests::{RUNNING, drive, memory, registers};
    use super::*;

    /// A device whose driver has put a request.
    fn device(has_thread: bool) -> Arc<Device> {
        let memory = memory();
        let device = Device::new(registers(), memory.clone(), (0, None), has_thread).unwrap();
        drive(&memory, RUNNING, |offset, value| device.write(offset, value));
        Arc::new(device)
    }

    fn interrupts(device: &Device) -> u32 {
        let mut data = [0xff; 4];
        device.read(INTERRUPTS, &mut data);
        u32::from_le_bytes(data)
    }

    #[test]
    fn an_answer_interrupts_until_it_is_heard() {
        let device = device(false);
        assert_eq!((device.has_thread(), interrupts(&device)), (false, 0));
        device.write(NOTIFY, 0);
        assert_eq!((interrupts(&device), device.line.read().unwrap()), (USED_BUFFER, 1));
        device.write(HEARD, 2);
        assert_eq!(interrupts(&device), USED_BUFFER, "that is another reason");
        device.write(HEARD, USED_BUFFER);
        assert_eq!(interrupts(&device), 0);
    }

    /// Waits until it is so, but not for ever.
    fn wait(mut is_so: impl FnMut() -> bool) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !is_so() {
            assert!(Instant::now() < deadline);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_thread_serves_when_the_doorbell_is_rung_and_ends_when_it_is_told() {
        let device = device(true);
        let thread = start(&device).unwrap();
        device.doorbell.as_ref().unwrap().write(1).unwrap();
        wait(|| interrupts(&device) == USED_BUFFER);
        wait(|| device.line.read().is_ok());
        device.stop();
        wait(|| thread.is_finished());
        assert!(device.line.read().is_err(), "there was one request");
    }
}
