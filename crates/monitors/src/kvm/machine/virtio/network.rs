//! The scratch network (virtio 1.2, 5.1): what is sent goes to a peer, and what that answers is received.

use std::collections::VecDeque;
use std::io::{Read, Write};

use virtio_bindings::virtio_net::VIRTIO_NET_F_MAC;
use virtio_queue::{Error, Queue, QueueOwnedT, QueueT};

use super::super::memory::GuestMemory;
use super::backend::{Backend, Request, answer_all, wants_to_hear};
use super::peer::{MOST_BYTES, Peer};
use crate::devices::NETWORK_ADDRESS;

/// Its queues.
const RECEIVED: usize = 0;
const SENT: usize = 1;

/// What is in front of a frame: of one that is received, that it has one buffer.
const HEADER: usize = 12;
const RECEIVED_HEADER: [u8; HEADER] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0];

/// Frames that wait for room in the guest; more are lost, as on a wire.
const MOST_FRAMES: usize = 256;

/// A network with one peer.
pub(super) struct Network {
    peer: Peer,
    waiting: VecDeque<Vec<u8>>,
}

impl Network {
    pub(super) fn new() -> Self {
        Self { peer: Peer::new(), waiting: VecDeque::new() }
    }

    /// Hands the frame in `request` to the peer.
    fn send(&mut self, memory: &GuestMemory, request: Request<'_>) {
        let Ok(mut reader) = request.reader(memory) else { return };
        let mut bytes = [0; HEADER + MOST_BYTES];
        let length = reader.available_bytes();
        if (HEADER..=bytes.len()).contains(&length)
            && reader.read_exact(&mut bytes[..length]).is_ok()
        {
            let answers = self.peer.answers(bytes[HEADER..length].to_vec());
            self.waiting.extend(answers);
            self.waiting.truncate(MOST_FRAMES);
        }
    }

    /// Puts what waits into `queue`, as far as there is room; the driver is to ring once there is more of it,
    /// only where something still waits.
    fn receive(&mut self, memory: &GuestMemory, queue: &mut Queue) -> Result<bool, Error> {
        let mut has_come = false;
        loop {
            while !self.waiting.is_empty() {
                let Some(request) = queue.iter(memory)?.next() else { break };
                let Some(frame) = self.waiting.pop_front() else { break };
                let head = request.head_index();
                queue.add_used(memory, head, put(memory, request, &frame))?;
                has_come = true;
            }
            if self.waiting.is_empty() {
                queue.disable_notification(memory)?;
                break;
            }
            if !queue.enable_notification(memory)? {
                break;
            }
        }
        Ok(has_come && wants_to_hear(queue, memory)?)
    }
}

/// Puts `frame` into the room of a `request`; returns how many bytes that are, none where it is too small.
fn put(memory: &GuestMemory, request: Request<'_>, frame: &[u8]) -> u32 {
    let Ok(mut writer) = request.writer(memory) else { return 0 };
    let bytes = [&RECEIVED_HEADER, frame].concat();
    match bytes.len() <= writer.available_bytes() && writer.write_all(&bytes).is_ok() {
        true => u32::try_from(bytes.len()).unwrap_or_default(),
        false => 0,
    }
}

impl Backend for Network {
    fn kind(&self) -> u32 {
        1
    }

    fn queues(&self) -> usize {
        2
    }

    fn features(&self) -> u64 {
        1 << VIRTIO_NET_F_MAC
    }

    fn configuration(&self) -> &[u8] {
        &NETWORK_ADDRESS
    }

    fn serve(&mut self, memory: &GuestMemory, queues: &mut [Queue]) -> Result<bool, Error> {
        let sent = answer_all(&mut queues[SENT], memory, |request| {
            self.send(memory, request);
            0
        })?;
        // A driver that has no room for answers is no reason to stop.
        let received = self.receive(memory, &mut queues[RECEIVED]).unwrap_or(false);
        Ok(sent | received)
    }
}
