//! The registers of a virtio device in memory, and its queues (virtio 1.2, 4.2.2).

use virtio_bindings::virtio_config as config;
use virtio_bindings::virtio_mmio as mmio;
use virtio_bindings::virtio_ring as ring;
use virtio_queue::{Queue, QueueT};

use super::super::memory::GuestMemory;
use super::backend::{Backend, QUEUE_ENTRIES};

/// "virt", the version of the registers, and who made it: nobody.
const MAGIC: u32 = 0x7472_6976;
const VERSION: u32 = 2;
const VENDOR: u32 = 0;

/// Features of every device.
const EVENT_INDEX: u64 = 1 << ring::VIRTIO_RING_F_EVENT_IDX;
const VERSION_1: u64 = 1 << config::VIRTIO_F_VERSION_1;
const EVERYONES: u64 = EVENT_INDEX | VERSION_1 | 1 << ring::VIRTIO_RING_F_INDIRECT_DESC;

/// A device without its interrupt.
pub(super) struct Registers {
    backend: Box<dyn Backend>,
    queues: Vec<Queue>,
    chosen_queue: usize,
    /// Which 32 of the features are shown, and are taken.
    shown: u32,
    taken: u32,
    accepted: u64,
    status: u32,
}

impl Registers {
    pub(super) fn new(backend: Box<dyn Backend>) -> Self {
        let queues = (0..backend.queues()).filter_map(|_| Queue::new(QUEUE_ENTRIES).ok()).collect();
        Self { backend, queues, chosen_queue: 0, shown: 0, taken: 0, accepted: 0, status: 0 }
    }

    /// Answers a read at `offset`; a register that there is not holds 0.
    pub(super) fn read(&self, offset: u32, data: &mut [u8]) {
        data.fill(0);
        if let Some(offset) = offset.checked_sub(mmio::VIRTIO_MMIO_CONFIG) {
            let own =
                self.backend.configuration().iter().skip(offset.try_into().unwrap_or(usize::MAX));
            data.iter_mut().zip(own).for_each(|(to, from)| *to = *from);
        } else {
            data.iter_mut()
                .zip(self.register(offset).to_le_bytes())
                .for_each(|(to, from)| *to = from);
        }
    }

    fn register(&self, offset: u32) -> u32 {
        match offset {
            mmio::VIRTIO_MMIO_MAGIC_VALUE => MAGIC,
            mmio::VIRTIO_MMIO_VERSION => VERSION,
            mmio::VIRTIO_MMIO_DEVICE_ID => self.backend.kind(),
            mmio::VIRTIO_MMIO_VENDOR_ID => VENDOR,
            mmio::VIRTIO_MMIO_DEVICE_FEATURES => half(self.offered(), self.shown),
            mmio::VIRTIO_MMIO_QUEUE_NUM_MAX => self.queue().map_or(0, |it| it.max_size().into()),
            mmio::VIRTIO_MMIO_QUEUE_READY => self.queue().map_or(0, |it| it.ready().into()),
            mmio::VIRTIO_MMIO_STATUS => self.status,
            _ => 0,
        }
    }

    /// The one that the driver asks about.
    fn queue(&self) -> Option<&Queue> {
        self.queues.get(self.chosen_queue)
    }

    /// Takes a write of `value`.
    pub(super) fn write(&mut self, offset: u32, value: u32) {
        match offset {
            mmio::VIRTIO_MMIO_DEVICE_FEATURES_SEL => self.shown = value,
            mmio::VIRTIO_MMIO_DRIVER_FEATURES => self.accept(value),
            mmio::VIRTIO_MMIO_DRIVER_FEATURES_SEL => self.taken = value,
            mmio::VIRTIO_MMIO_QUEUE_SEL => {
                self.chosen_queue = value.try_into().unwrap_or(usize::MAX);
            }
            mmio::VIRTIO_MMIO_STATUS => self.go_to(value),
            _ => {
                if let Some(queue) = self.queues.get_mut(self.chosen_queue) {
                    set(queue, offset, value);
                }
            }
        }
    }

    /// Serves what is in the queues, once the driver says that they are there; says whether that
    /// interrupts. What is wrong with them is the driver's matter.
    pub(super) fn serve(&mut self, memory: &GuestMemory) -> bool {
        let is_running = self.status & config::VIRTIO_CONFIG_S_DRIVER_OK != 0;
        is_running && self.backend.serve(memory, &mut self.queues).unwrap_or(false)
    }

    fn offered(&self) -> u64 {
        self.backend.features() | EVERYONES
    }

    fn accept(&mut self, value: u32) {
        let shift = match self.taken {
            0 => 0,
            1 => 32,
            _ => return,
        };
        self.accepted = self.accepted & !(u64::from(u32::MAX) << shift) | u64::from(value) << shift;
    }

    /// A status of 0 is a reset (2.1); features that were not offered, or that are those of before virtio 1.0,
    /// are not taken (3.1.1).
    fn go_to(&mut self, status: u32) {
        self.status = status;
        if status == 0 {
            self.queues.iter_mut().for_each(Queue::reset);
            self.accepted = 0;
        } else if self.accepted & !self.offered() != 0 || self.accepted & VERSION_1 == 0 {
            self.status &= !config::VIRTIO_CONFIG_S_FEATURES_OK;
        }
        let has_events = self.accepted & EVENT_INDEX != 0;
        self.queues.iter_mut().for_each(|queue| queue.set_event_idx(has_events));
    }
}

/// The half of `features` with this number.
fn half(features: u64, number: u32) -> u32 {
    let [low, high] = [features, features >> 32].map(|half| u32::try_from(half & 0xffff_ffff));
    match number {
        0 => low.unwrap_or_default(),
        1 => high.unwrap_or_default(),
        _ => 0,
    }
}

/// What one of its registers says of a `queue`. A queue that cannot be is not there.
fn set(queue: &mut Queue, offset: u32, value: u32) {
    match offset {
        mmio::VIRTIO_MMIO_QUEUE_NUM => queue.set_size(value.try_into().unwrap_or(u16::MAX)),
        mmio::VIRTIO_MMIO_QUEUE_READY => queue.set_ready(value == 1),
        mmio::VIRTIO_MMIO_QUEUE_DESC_LOW => queue.set_desc_table_address(Some(value), None),
        mmio::VIRTIO_MMIO_QUEUE_DESC_HIGH => queue.set_desc_table_address(None, Some(value)),
        mmio::VIRTIO_MMIO_QUEUE_AVAIL_LOW => queue.set_avail_ring_address(Some(value), None),
        mmio::VIRTIO_MMIO_QUEUE_AVAIL_HIGH => queue.set_avail_ring_address(None, Some(value)),
        mmio::VIRTIO_MMIO_QUEUE_USED_LOW => queue.set_used_ring_address(Some(value), None),
        mmio::VIRTIO_MMIO_QUEUE_USED_HIGH => queue.set_used_ring_address(None, Some(value)),
        _ => (),
    }
}
