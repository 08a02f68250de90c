//! The device by which a guest has its host do something to memory: log which pages it writes, take
//! them away, share them. That memory is the device's own, in a slot of its own, so that a guest can
//! ask for nothing that concerns other memory. docs/protocol.md, "Host memory", has what it sees.

mod advice;
mod bitmap;
mod mapping;
mod merging;
mod pages;
mod range;
mod ring;
mod served;
mod slot;

use std::sync::{Mutex, PoisonError};

use kvm_ioctls::VmFd;
use vm_memory::{Bytes, GuestAddress};

use super::layout::HOST_MEMORY;
use super::memory::GuestMemory;
use range::Range;
use slot::Slot;

pub(super) use ring::Ring;

/// What a read of the port brings: "HOST".
const MAGIC: u32 = 0x5453_4f48;

/// Where an answer begins in a request, and where the reason of one that is refused does.
const ANSWER: u64 = 16;
const REASON: u64 = 32;
const REASON_BYTES: usize = 96;

/// Why a request is refused, in a sentence.
type Refusal = String;

/// The device of one machine.
pub(super) struct HostMemory(Mutex<State>);

struct State {
    slot: Slot,
    bitmap: bitmap::Log,
    ring: Option<Ring>,
}

/// What the guest asks for: what is to be done, in which way, and to how many pages.
#[derive(Debug, Clone, Copy)]
struct Request {
    verb: u32,
    how: u32,
    pages: u32,
}

impl HostMemory {
    /// That of the machine `vm`, whose first CPU logs to `ring` where it has one.
    pub(super) fn new(vm: VmFd, ring: Option<Ring>) -> Self {
        Self(Mutex::new(State { slot: Slot::new(vm), bitmap: bitmap::Log::default(), ring }))
    }

    /// Answers a read of its port.
    pub(super) fn read(data: &mut [u8]) {
        data.iter_mut().zip(MAGIC.to_le_bytes()).for_each(|(to, from)| *to = from);
    }

    /// Does what is asked for in `memory`, at the address that `data` was written to the port with, and
    /// answers there. What is no address of a request's is left alone.
    pub(super) fn take(&self, memory: &GuestMemory, data: &[u8]) {
        if let Some((address, request)) = request(memory, data) {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            answer(memory, address, state.handle(request));
        }
    }
}

/// What `memory` has at the address that is written.
fn request(memory: &GuestMemory, data: &[u8]) -> Option<(u64, Request)> {
    let address = u32::from_le_bytes(data.try_into().ok()?).into();
    let [verb, how, pages] = memory.read_obj(GuestAddress(address)).ok()?;
    Some((address, Request { verb, how, pages }))
}

/// Writes what came of a request to `memory`: whether it was refused, the number, the memory's address,
/// and the reason. What lies where no memory is, is lost.
fn answer(memory: &GuestMemory, address: u64, outcome: Result<u32, Refusal>) {
    let mut reason = [0; REASON_BYTES];
    if let Err(why) = &outcome {
        let bytes = why.as_bytes();
        let length = bytes.len().min(REASON_BYTES - 1);
        reason[..length].copy_from_slice(&bytes[..length]);
    }
    let place = u32::try_from(HOST_MEMORY).unwrap_or_default();
    let words = [u32::from(outcome.is_err()), outcome.unwrap_or_default(), place];
    let _ = memory.write_obj(words, GuestAddress(address + ANSWER));
    let _ = memory.write_slice(&reason, GuestAddress(address + REASON));
}

impl State {
    /// Does it; the number is what there was to count.
    fn handle(&mut self, Request { verb, how, pages }: Request) -> Result<u32, Refusal> {
        const NOTHING: u32 = 0;
        const LAY: u32 = 1;
        const TAKE_AWAY: u32 = 2;
        const LOG: u32 = 3;
        const COLLECT: u32 = 4;
        const CLEAR: u32 = 5;
        const ADVISE: u32 = 6;
        const COUNT: u32 = 7;
        const RESLOT: u32 = 8;
        match verb {
            NOTHING => Ok(0),
            LAY => {
                self.slot.empty()?;
                self.slot.fill(Range::lay(how, pages)?)?;
                Ok(pages)
            }
            TAKE_AWAY => self.slot.empty().map(|()| 0),
            LOG => self.log(how).map(|()| 0),
            COLLECT => match &mut self.ring {
                Some(ring) => ring.collect(&self.slot),
                None => self.bitmap.collect(&self.slot),
            },
            CLEAR => self.bitmap.clear(&self.slot, pages),
            ADVISE => advice::give(self.slot.range()?, how).map(|()| 0),
            COUNT => self.slot.range()?.count(how),
            RESLOT => self.slot.forget_and_add().map(|()| 0),
            _ => Err(format!("the monitor knows no request {verb}")),
        }
    }

    /// Begins to log, or ends it.
    fn log(&mut self, how: u32) -> Result<(), Refusal> {
        const STOP: u32 = 0;
        const RING: u32 = 1;
        match (how, &self.ring) {
            (STOP, _) => self.slot.log(false),
            (RING, None) => Err("a ring has to be asked for: option=dirty-log=ring".to_owned()),
            (RING, Some(_)) => self.slot.log(true),
            (_, Some(_)) => Err("there is a ring: leave option=dirty-log=ring out".to_owned()),
            (way, None) => {
                bitmap::choose(self.slot.vm(), way)?;
                self.slot.log(true)
            }
        }
    }
}

#[cfg(test)]
mod tests;
