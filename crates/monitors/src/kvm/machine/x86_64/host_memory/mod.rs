//! The device by which a guest has its host do something to memory: log which pages it writes, take
//! them away, share them; or make its machine anew. That memory is the device's own, in a slot of its own, so that a guest can
//! ask for nothing that concerns other memory. docs/protocol.md, "Host memory", has what it sees.

mod advice;
mod bitmap;
mod mapping;
mod merging;
mod pages;
mod range;
mod remaking;
mod ring;
mod served;
mod slot;

use std::sync::{Mutex, PoisonError};

use kvm_ioctls::{VcpuFd, VmFd};
use vm_memory::{Bytes, GuestAddress};

use super::layout::HOST_MEMORY;
use super::memory::GuestMemory;
use range::Range;
use remaking::Unused;
use slot::Slot;

pub(super) use remaking::Parts;
pub(super) use ring::Ring;

/// What a read of the port brings: "HOST".
const MAGIC: u32 = 0x5453_4f48;

/// Where an answer begins in a request, and where the reason of one that is refused does.
const ANSWER: u64 = 16;
const REASON: u64 = 32;
const REASON_BYTES: usize = 96;

/// What concerns more than the memory, as guests name it: to save what the machine is, to create one like
/// it, and to go on in one that is made of what was saved.
const SAVE: u32 = 9;
const CREATE: u32 = 10;
const RESTORE: u32 = 11;

/// Why a request is refused, in a sentence.
type Refusal = String;

/// The device of one machine.
pub(super) struct HostMemory(Mutex<State>);

struct State {
    slot: Slot,
    bitmap: bitmap::Log,
    ring: Option<Ring>,
    /// Why no other machine can take the place of this one, where that is so.
    is_kept_by: Option<&'static str>,
    unused: Option<Unused>,
}

/// What the guest asks for: what is to be done, in which way, and to how many pages.
#[derive(Debug, Clone, Copy)]
struct Request {
    verb: u32,
    how: u32,
    pages: u32,
}

impl HostMemory {
    /// That of the machine `vm`, whose first CPU logs to `ring` where it has one, and which no other can
    /// take the place of where something keeps it.
    pub(super) fn new(vm: VmFd, ring: Option<Ring>, is_kept_by: Option<&'static str>) -> Self {
        let (slot, bitmap) = (Slot::new(vm), bitmap::Log::default());
        Self(Mutex::new(State { slot, bitmap, ring, is_kept_by, unused: None }))
    }

    /// Answers a read of its port.
    pub(super) fn read(data: &mut [u8]) {
        data.iter_mut().zip(MAGIC.to_le_bytes()).for_each(|(to, from)| *to = from);
    }

    /// Does what `cpu` asks for in the memory of its machine's `parts`, at the address that was written to
    /// the port, and answers there. What is no address of a request's is left alone.
    pub(super) fn take(&self, parts: &Parts, address: Option<u32>, cpu: &mut VcpuFd) {
        let Some((address, request)) = address.and_then(|it| request(parts.memory, it)) else {
            return;
        };
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let outcome = match request.verb {
            SAVE | CREATE | RESTORE => state.remake(request.verb, parts, cpu),
            _ => state.handle(request),
        };
        answer(parts.memory, address, outcome);
    }
}

/// What `memory` has at the address that is written.
fn request(memory: &GuestMemory, address: u32) -> Option<(u64, Request)> {
    let [verb, how, pages] = memory.read_obj(GuestAddress(address.into())).ok()?;
    Some((address.into(), Request { verb, how, pages }))
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
            NOTHING => {
                self.unused = None;
                Ok(0)
            }
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

    /// Does what concerns the machine, of which `cpu` is the CPU that asks.
    fn remake(&mut self, verb: u32, parts: &Parts, cpu: &mut VcpuFd) -> Result<u32, Refusal> {
        self.unused = None;
        match (verb, self.is_kept_by) {
            (SAVE, _) => remaking::save(&self.slot, cpu)?,
            (CREATE, _) => self.unused = Some(remaking::create_another(parts)?),
            (_, Some(why)) => return Err(why.to_owned()),
            _ => self.unused = Some(remaking::restore(&mut self.slot, parts, cpu)?),
        }
        Ok(0)
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
