//! What a virtio device is behind its registers, and how its queues are served.

use virtio_bindings::virtio_ring::VRING_AVAIL_F_NO_INTERRUPT;
use virtio_queue::{DescriptorChain, Error, Queue, QueueOwnedT, QueueT};
use vm_memory::{Bytes, GuestAddress};

use super::super::memory::GuestMemory;

/// Entries of a queue at most.
pub(super) const QUEUE_ENTRIES: u16 = 256;

/// A request as the driver has put it into a queue.
pub(super) type Request<'a> = DescriptorChain<&'a GuestMemory>;

/// A kind of device.
pub(super) trait Backend: Send {
    /// Its number (virtio 1.2, 5).
    fn kind(&self) -> u32;

    /// How many queues it has.
    fn queues(&self) -> usize;

    /// What it offers besides what all do.
    fn features(&self) -> u64;

    /// Its own registers.
    fn configuration(&self) -> &[u8];

    /// Serves what is in its `queues`; says whether the driver wants to hear of an answer.
    ///
    /// # Errors
    /// When a queue is not in the guest's memory, or is broken.
    fn serve(&mut self, memory: &GuestMemory, queues: &mut [Queue]) -> Result<bool, Error>;
}

/// Has each request in `queue` answered by `answer`, which returns how many bytes it wrote, until there are no
/// more; says whether the driver wants to hear of an answer.
///
/// # Errors
/// Those of [`Backend::serve`].
pub(super) fn answer_all(
    queue: &mut Queue,
    memory: &GuestMemory,
    mut answer: impl FnMut(Request<'_>) -> u32,
) -> Result<bool, Error> {
    let mut is_heard = false;
    loop {
        queue.disable_notification(memory)?;
        let mut has_answers = false;
        while let Some(request) = queue.iter(memory)?.next() {
            let head = request.head_index();
            queue.add_used(memory, head, answer(request))?;
            has_answers = true;
        }
        is_heard |= has_answers && wants_to_hear(queue, memory)?;
        if !queue.enable_notification(memory)? {
            return Ok(is_heard);
        }
    }
}

/// Whether the driver wants an interrupt for what was answered since it was last asked.
///
/// # Errors
/// When the queue is not in the guest's memory.
pub(super) fn wants_to_hear(queue: &mut Queue, memory: &GuestMemory) -> Result<bool, Error> {
    let wants = queue.needs_notification(memory)?;
    let flags = memory.read_obj::<u16>(GuestAddress(queue.avail_ring()));
    let flags = u32::from(flags.map_err(Error::GuestMemory)?);
    // The library looks at the other way to say so alone (virtio 1.2, 2.7.7).
    Ok(wants && (queue.event_idx_enabled() || flags & VRING_AVAIL_F_NO_INTERRUPT == 0))
}
