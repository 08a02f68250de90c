//! Devices as a driver sees them, and a hostile one.

use std::os::unix::fs::FileExt;

use proptest::prelude::*;
use virtio_queue::desc::{RawDescriptor, split::Descriptor};
use virtio_queue::mock::MockSplitQueue;
use virtio_queue::{Queue, QueueT};
use vm_memory::{Bytes, GuestAddress};

use super::super::memory::GuestMemory;
use super::backend::Backend;
use super::block::Block;
use super::network::Network;
use super::peer::Peer;
use super::registers::Registers;
use crate::devices::{NETWORK_ADDRESS, SERIAL, ScratchFile};

const NEXT: u16 = 1;
const WRITABLE: u16 = 2;
const ENTRIES: u16 = 16;

/// Where a request's parts are in memory, each in so much room.
const PARTS: u64 = 1 << 20;
const ROOM: u64 = 256 << 10;

/// A part of a request: what is in it, or how much room there is for an answer.
enum Part<'a> {
    Given(&'a [u8]),
    Room(u32),
}
use Part::{Given, Room};

pub(super) fn memory() -> GuestMemory {
    GuestMemory::from_ranges(&[(GuestAddress(0), 4 << 20)]).unwrap()
}

/// Lays a request of these `parts` into a queue of `memory`, the `number`-th.
fn queue(memory: &GuestMemory, number: u64, parts: &[Part]) -> Queue {
    let mock = MockSplitQueue::create(memory, GuestAddress(number << 16), ENTRIES);
    let mut chain = Vec::new();
    for (index, part) in (0..).zip(parts) {
        let at = PARTS + (number << 20) + ROOM * u64::from(index);
        let (bytes, flags) = match part {
            Given(content) => {
                memory.write_slice(content, GuestAddress(at)).unwrap();
                (u32::try_from(content.len()).unwrap(), 0)
            }
            Room(bytes) => (*bytes, WRITABLE),
        };
        let is_last = usize::from(index) + 1 == parts.len();
        let next = if is_last { 0 } else { NEXT };
        chain.push(RawDescriptor::from(Descriptor::new(at, bytes, flags | next, index + 1)));
    }
    if !chain.is_empty() {
        mock.add_desc_chains(&chain, 0).unwrap();
    }
    mock.create_queue().unwrap()
}

/// What was answered in the `number`-th queue: how many requests, and to the last how many bytes.
fn used(memory: &GuestMemory, queue: &Queue) -> (u16, u32) {
    let at = queue.used_ring();
    let count: u16 = memory.read_obj(GuestAddress(at + 2)).unwrap();
    (count, memory.read_obj(GuestAddress(at + 4 + 4)).unwrap())
}

/// What `disk` does with a request of these `parts`, which come behind its kind and sector: what came of it,
/// how many bytes it says that it wrote, and the first of what it wrote.
fn ask(disk: &mut Block, kind: u32, sector: u64, parts: &[Part]) -> (u8, u32, Vec<u8>) {
    let memory = memory();
    let mut header = kind.to_le_bytes().to_vec();
    header.extend([0; 4]);
    header.extend(sector.to_le_bytes());
    let mut all = vec![Given(&header)];
    all.extend(parts.iter().map(|part| match part {
        Given(content) => Given(content),
        Room(bytes) => Room(*bytes),
    }));
    all.push(Room(1));
    let state = GuestAddress(PARTS + ROOM * (all.len() as u64 - 1));
    memory.write_obj(0xff_u8, state).unwrap();
    let mut queues = [queue(&memory, 0, &all)];
    assert!(disk.serve(&memory, &mut queues).unwrap(), "the driver wants to hear");
    let (count, written) = used(&memory, &queues[0]);
    assert_eq!(count, 1);
    let mut first = vec![0; 20];
    memory.read_slice(&mut first, GuestAddress(PARTS + ROOM)).unwrap();
    (memory.read_obj(state).unwrap(), written, first)
}

/// A disk in the second half of a file of 256 KiB.
fn disk() -> (Block, std::fs::File) {
    let file = tempfile::tempfile().unwrap();
    file.set_len(256 << 10).unwrap();
    let kept = file.try_clone().unwrap();
    let range = (128 << 10, 128 << 10);
    (Block::new(ScratchFile { file, is_device: false, range }), kept)
}

const READ: u32 = 0;
const WRITE: u32 = 1;
const FLUSH: u32 = 4;
const NAME: u32 = 8;
const DISCARD: u32 = 11;

#[test]
fn what_is_written_is_read_back_and_is_in_its_range_of_the_file() {
    let (mut disk, file) = disk();
    // Longer than what is copied at once.
    let data: Vec<u8> = (0..=250).cycle().take(100 << 10).collect();
    assert_eq!(ask(&mut disk, WRITE, 8, &[Given(&data)]).0, 0);
    let mut kept = vec![0; data.len()];
    file.read_exact_at(&mut kept, (128 << 10) + 8 * 512).unwrap();
    assert!(kept == data);
    let (state, written, first) = ask(&mut disk, READ, 8, &[Room(512), Room(1024)]);
    assert_eq!((state, written, &first[..]), (0, 1537, &data[..20]));
    assert_eq!(ask(&mut disk, FLUSH, 0, &[]), (0, 1, vec![0; 20]));
    let range = [&8_u64.to_le_bytes()[..], &1_u32.to_le_bytes(), &[0; 4]].concat();
    assert_eq!(ask(&mut disk, DISCARD, 0, &[Given(&range)]).0, 0);
    assert_eq!(ask(&mut disk, READ, 8, &[Room(512)]).2, [0; 20]);
    assert_eq!(ask(&mut disk, READ, 9, &[Room(512)]).2, data[512..532]);
}

#[test]
fn it_says_who_it_is() {
    let (state, written, name) = ask(&mut disk().0, NAME, 0, &[Room(20)]);
    assert_eq!((state, written), (0, 21));
    assert!(name.starts_with(SERIAL.as_bytes()) && name.ends_with(&[0, 0]));
}

#[test]
fn nothing_is_touched_outside_and_the_driver_hears_of_it() {
    let (mut disk, file) = disk();
    let (sector, far) = ([1; 512], [1; 1024]);
    let range = [&255_u64.to_le_bytes()[..], &2_u32.to_le_bytes(), &[0; 4]].concat();
    for (kind, at, part, state) in [
        (WRITE, 256, Given(&sector), 1),
        (WRITE, 255, Given(&far), 1),
        (WRITE, u64::MAX, Given(&sector), 1),
        (WRITE, u64::MAX / 512, Given(&sector), 1),
        (WRITE, 0, Given(&sector[..100]), 1),
        (READ, 255, Room(1024), 1),
        (READ, 0, Room(100), 1),
        (NAME, 0, Room(19), 1),
        (DISCARD, 0, Given(&range), 1),
        (DISCARD, 0, Given(&range[..15]), 1),
        (2, 0, Given(&sector), 2),
        (u32::MAX, 0, Room(512), 2),
    ] {
        assert_eq!(ask(&mut disk, kind, at, &[part]).0, state, "{kind} at {at}");
    }
    assert_eq!(ask(&mut disk, WRITE, 255, &[Given(&sector)]).0, 0, "the last one");
    let mut all = vec![0; 256 << 10];
    file.read_exact_at(&mut all, 0).unwrap();
    assert_eq!(all.iter().map(|byte| usize::from(*byte)).sum::<usize>(), 512);
}

#[test]
fn a_file_that_ends_too_early_is_an_error_of_the_disk() {
    let (mut disk, file) = disk();
    file.set_len(130 << 10).unwrap();
    assert_eq!(ask(&mut disk, READ, 0, &[Room(512)]).0, 0);
    assert_eq!(ask(&mut disk, READ, 100, &[Room(512)]).0, 1);
}

#[test]
fn without_room_for_the_outcome_nothing_is_answered() {
    let (memory, mut disk) = (memory(), disk().0);
    let mut queues = [queue(&memory, 0, &[Given(&[0; 16])])];
    disk.serve(&memory, &mut queues).unwrap();
    assert_eq!(used(&memory, &queues[0]), (1, 0));
}

/// A frame with an echo request (RFC 792) or a question for an address (RFC 826).
fn frame(kind: [u8; 2], rest: &[u8]) -> Vec<u8> {
    [&[0xff; 6][..], &NETWORK_ADDRESS, &kind, rest].concat()
}

fn question() -> Vec<u8> {
    let from = [&NETWORK_ADDRESS[..], &[10, 0, 2, 15]].concat();
    frame([8, 6], &[&[0, 1, 8, 0, 6, 4, 0, 1], &from[..], &[0; 6], &[10, 0, 2, 2]].concat())
}

fn ping() -> Vec<u8> {
    // With the checksums of RFC 1071, computed by hand.
    let ip = [69, 0, 0, 30, 0, 0, 0, 0, 64, 1, 0x62, 0xcf, 10, 0, 2, 15, 10, 0, 2, 2];
    frame([8, 0], &[&ip[..], &[8, 0, 0xf6, 0xfd, 0, 1, 0, 0, 1, 1]].concat())
}

#[test]
fn the_peer_says_who_it_is_and_answers_pings_alone() {
    let mut peer = Peer::new();
    let asked = peer.answers(ping());
    assert_eq!((asked.len(), &asked[0][20..22]), (1, &[0, 1][..]), "it has to be told where to");
    let answers = peer.answers(question());
    assert_eq!(
        (answers.len(), &answers[0][..6], &answers[0][20..22]),
        (1, &NETWORK_ADDRESS[..], &[0, 2][..])
    );
    let answers = peer.answers([&answers[0][6..12], &ping()[6..]].concat());
    assert_eq!((answers.len(), answers[0][34], &answers[0][42..]), (1, 0, &[1, 1][..]));
    assert!(peer.answers(frame([0x88, 0xb5], &[0; 50])).is_empty());
    assert!(peer.answers(Vec::new()).is_empty());
}

#[test]
fn what_is_answered_is_received_once_there_is_room() {
    let memory = memory();
    let mut network = Network::new();
    let sent = [&[0; 12][..], &question()].concat();
    let mut queues = [queue(&memory, 0, &[]), queue(&memory, 1, &[Given(&sent)])];
    // A driver that is to ring, or not (2.7.10).
    let rings =
        |queue: &Queue| memory.read_obj::<u16>(GuestAddress(queue.used_ring())).unwrap() == 0;
    assert!(network.serve(&memory, &mut queues).unwrap());
    assert_eq!((used(&memory, &queues[0]).0, used(&memory, &queues[1])), (0, (1, 0)));
    assert!(rings(&queues[0]), "of more room");
    queues[0] = queue(&memory, 0, &[Room(2048)]);
    assert!(network.serve(&memory, &mut queues).unwrap());
    assert!(!rings(&queues[0]), "nothing waits");
    assert_eq!(used(&memory, &queues[0]), (1, 12 + 42));
    let header: [u8; 12] = memory.read_obj(GuestAddress(PARTS)).unwrap();
    assert_eq!(header, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    queues[0] = queue(&memory, 0, &[Room(2048)]);
    assert!(!network.serve(&memory, &mut queues).unwrap(), "there was one answer");
}

#[test]
fn a_frame_that_is_too_long_or_too_short_is_lost() {
    let memory = memory();
    for bytes in [0, 11, 12 + 1515, 1 << 17] {
        let mut network = Network::new();
        let sent = vec![0; bytes];
        let mut queues = [queue(&memory, 0, &[]), queue(&memory, 1, &[Given(&sent)])];
        network.serve(&memory, &mut queues).unwrap();
        assert_eq!(used(&memory, &queues[1]), (1, 0), "{bytes}");
    }
}

/// Its register at `offset`.
fn register(device: &Registers, offset: u32) -> u32 {
    let mut data = [0; 4];
    device.read(offset, &mut data);
    u32::from_le_bytes(data)
}

pub(super) fn registers() -> Registers {
    Registers::new(Box::new(disk().0))
}

#[test]
fn a_driver_finds_out_what_it_is_and_takes_what_it_offers() {
    let mut device = registers();
    assert_eq!([0, 4, 8].map(|at| register(&device, at)), [0x7472_6976, 2, 2]);
    assert_eq!(register(&device, 0x10), 1 << 9 | 1 << 13 | 1 << 28 | 1 << 29);
    device.write(0x14, 1);
    assert_eq!(register(&device, 0x10), 1);
    device.write(0x14, 2);
    assert_eq!(register(&device, 0x10), 0);
    assert_eq!((register(&device, 0x100), register(&device, 0x104)), (256, 0));
    assert_eq!((register(&device, 0x100 + 60), register(&device, 0x34)), (0, 256));
    device.write(0x30, 1);
    assert_eq!(register(&device, 0x34), 0, "it has one queue");
}

#[test]
fn features_that_it_has_not_or_that_are_too_old_are_not_taken() {
    const STATUS: u32 = 0x70;
    for (low, high, is_taken) in [(1 << 9, 1, true), (1 << 9, 0, false), (1 << 10, 1, false)] {
        let mut device = registers();
        for (number, half) in [(0, low), (1, high), (2, u32::MAX)] {
            device.write(0x24, number);
            device.write(0x20, half);
        }
        device.write(STATUS, 1 | 2 | 8);
        assert_eq!(register(&device, STATUS) & 8 != 0, is_taken, "{low:#x} {high:#x}");
        device.write(STATUS, 0);
        assert_eq!(register(&device, STATUS), 0);
    }
}

/// Lays a request to flush the disk's cache, the first in a queue.
fn lay_flush(memory: &GuestMemory) -> Queue {
    let header = [FLUSH, 0, 0, 0].map(u32::to_le_bytes).concat();
    queue(memory, 0, &[Given(&header), Room(1)])
}

/// Has `device` told of that, as a driver does on its way to this `status`.
pub(super) fn drive(memory: &GuestMemory, status: u32, mut write: impl FnMut(u32, u32)) {
    let queue = lay_flush(memory);
    let places =
        [(0x80, queue.desc_table()), (0x90, queue.avail_ring()), (0xa0, queue.used_ring())];
    for (offset, address) in places {
        write(offset, u32::try_from(address).unwrap());
        write(offset + 4, 0);
    }
    for (offset, value) in [(0x38, ENTRIES.into()), (0x44, 1), (0x24, 1), (0x20, 1), (0x70, status)]
    {
        write(offset, value);
    }
}

/// A driver that is there.
pub(super) const RUNNING: u32 = 1 | 2 | 4 | 8;

#[test]
fn queues_are_served_between_being_told_and_a_reset() {
    let memory = memory();
    let mut device = registers();
    drive(&memory, RUNNING & !4, |offset, value| device.write(offset, value));
    assert!(!device.serve(&memory), "the driver is not there yet");
    drive(&memory, RUNNING, |offset, value| device.write(offset, value));
    assert_eq!(register(&device, 0x44), 1);
    assert!(device.serve(&memory));
    lay_flush(&memory);
    device.write(0x70, 0);
    assert!(!device.serve(&memory));
}

proptest! {
    /// Whatever a guest lays there and says: it is answered or not, and the tool goes on.
    #[test]
    fn no_guest_brings_a_device_down(
        descriptors in prop::collection::vec(any::<(u64, u32, u16, u16)>(), 1..8),
        near in any::<bool>(),
        writes in prop::collection::vec((0_u32..0x180, any::<u32>()), 0..40),
        bytes in prop::collection::vec(any::<u8>(), 0..1600),
    ) {
        let memory = memory();
        let mock = MockSplitQueue::create(&memory, GuestAddress(0), ENTRIES);
        let chain: Vec<_> = descriptors.into_iter().map(|(at, length, flags, next)| {
            let (at, length) = if near { (at % (4 << 20), length % (1 << 20)) } else { (at, length) };
            RawDescriptor::from(Descriptor::new(at, length, flags & 7, next % ENTRIES))
        }).collect();
        mock.add_desc_chains(&chain, 0).unwrap();
        memory.write_slice(&bytes, GuestAddress(PARTS)).unwrap();
        let _ = disk().0.serve(&memory, &mut [mock.create_queue().unwrap()]);
        let queues = &mut [mock.create_queue().unwrap(), mock.create_queue().unwrap()];
        let _ = Network::new().serve(&memory, queues);
        let _ = Peer::new().answers(bytes);
        let mut device = registers();
        for (offset, value) in writes {
            device.write(offset & !3, value);
            device.serve(&memory);
        }
    }
}
