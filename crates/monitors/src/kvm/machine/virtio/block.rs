//! The scratch disk (virtio 1.2, 5.2): requests are carried out one after the other.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::FileExt;

use rustix::fs::{FallocateFlags, fallocate};
use virtio_bindings::virtio_blk as blk;
use virtio_queue::{Error, Queue, Reader, Writer};

use super::super::memory::GuestMemory;
use super::backend::{Backend, Request, answer_all};
use crate::devices::{SERIAL, ScratchFile};

/// The unit of a disk's addresses.
const SECTOR: u64 = 512;

/// What is read and written at once.
const PIECE: usize = 64 << 10;

/// A disk in a file.
pub(super) struct Block {
    file: File,
    from: u64,
    bytes: u64,
    configuration: [u8; 60],
    piece: Vec<u8>,
}

/// Why a request is not carried out, as its outcome says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
enum Refusal {
    Failed = blk::VIRTIO_BLK_S_IOERR,
    Unknown = blk::VIRTIO_BLK_S_UNSUPP,
}

impl From<io::Error> for Refusal {
    fn from(_: io::Error) -> Self {
        Self::Failed
    }
}

impl From<Error> for Refusal {
    fn from(_: Error) -> Self {
        Self::Failed
    }
}

impl Block {
    pub(super) fn new(scratch: ScratchFile) -> Self {
        let ScratchFile { file, range: (from, bytes), .. } = scratch;
        let mut configuration = [0; 60];
        let mut put =
            |at: usize, value: &[u8]| configuration[at..at + value.len()].copy_from_slice(value);
        put(0, &(bytes / SECTOR).to_le_bytes());
        // Of a request to discard: its sectors, ranges, and what they are aligned to.
        put(36, &u32::MAX.to_le_bytes());
        put(40, &1_u32.to_le_bytes());
        put(44, &1_u32.to_le_bytes());
        Self { file, from, bytes, configuration, piece: vec![0; PIECE] }
    }

    /// Carries `request` out and says in its last byte what came of it; returns how many bytes it wrote.
    fn answer(&mut self, memory: &GuestMemory, request: Request<'_>) -> u32 {
        let answer = request.clone().writer(memory).and_then(|mut answer| {
            let room =
                answer.available_bytes().checked_sub(1).ok_or(Error::DescriptorChainOverflow)?;
            let outcome = answer.split_at(room)?;
            Ok((answer, outcome))
        });
        // Without room for the outcome there is nobody to be told.
        let Ok((mut answer, mut outcome)) = answer else { return 0 };
        let carried_out = request.reader(memory).map_err(Refusal::from);
        let carried_out = carried_out.and_then(|request| self.carry_out(request, &mut answer));
        let state = carried_out.map_or_else(|refusal| refusal as u8, |()| 0);
        let _ = outcome.write_all(&[state]);
        u32::try_from(answer.bytes_written() + 1).unwrap_or(u32::MAX)
    }

    fn carry_out(
        &mut self,
        mut request: Reader<'_>,
        answer: &mut Writer<'_>,
    ) -> Result<(), Refusal> {
        let [kind, _, low, high]: [u32; 4] = request.read_obj()?;
        let sector = u64::from(high) << 32 | u64::from(low);
        match kind {
            blk::VIRTIO_BLK_T_IN => {
                let bytes = answer.available_bytes();
                self.read(self.place(sector, bytes as u64)?, bytes, answer)
            }
            blk::VIRTIO_BLK_T_OUT => {
                let bytes = request.available_bytes();
                self.write(self.place(sector, bytes as u64)?, bytes, &mut request)
            }
            blk::VIRTIO_BLK_T_FLUSH => Ok(self.file.sync_data()?),
            blk::VIRTIO_BLK_T_GET_ID => {
                let mut name = [0; blk::VIRTIO_BLK_ID_BYTES as usize];
                name[..SERIAL.len()].copy_from_slice(SERIAL.as_bytes());
                Ok(answer.write_all(&name)?)
            }
            blk::VIRTIO_BLK_T_DISCARD => {
                let [low, high, sectors, _]: [u32; 4] = request.read_obj()?;
                let bytes = u64::from(sectors) * SECTOR;
                let at = self.place(u64::from(high) << 32 | u64::from(low), bytes)?;
                let how = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
                fallocate(&self.file, how, at, bytes).map_err(|error| io::Error::from(error).into())
            }
            _ => Err(Refusal::Unknown),
        }
    }

    /// Where `bytes` from `sector` on are in the file.
    fn place(&self, sector: u64, bytes: u64) -> Result<u64, Refusal> {
        let at = sector.checked_mul(SECTOR).filter(|at| {
            bytes.is_multiple_of(SECTOR)
                && at.checked_add(bytes).is_some_and(|end| end <= self.bytes)
        });
        at.map(|at| self.from + at).ok_or(Refusal::Failed)
    }

    fn read(&mut self, from: u64, bytes: usize, answer: &mut Writer<'_>) -> Result<(), Refusal> {
        for done in (0..bytes).step_by(PIECE) {
            let piece = &mut self.piece[..PIECE.min(bytes - done)];
            self.file.read_exact_at(piece, from + done as u64)?;
            answer.write_all(piece)?;
        }
        Ok(())
    }

    fn write(&mut self, to: u64, bytes: usize, request: &mut Reader<'_>) -> Result<(), Refusal> {
        for done in (0..bytes).step_by(PIECE) {
            let piece = &mut self.piece[..PIECE.min(bytes - done)];
            request.read_exact(piece)?;
            self.file.write_all_at(piece, to + done as u64)?;
        }
        Ok(())
    }
}

impl Backend for Block {
    fn kind(&self) -> u32 {
        2
    }

    fn queues(&self) -> usize {
        1
    }

    fn features(&self) -> u64 {
        1 << blk::VIRTIO_BLK_F_FLUSH | 1 << blk::VIRTIO_BLK_F_DISCARD
    }

    fn configuration(&self) -> &[u8] {
        &self.configuration
    }

    fn serve(&mut self, memory: &GuestMemory, queues: &mut [Queue]) -> Result<bool, Error> {
        answer_all(&mut queues[0], memory, |request| self.answer(memory, request))
    }
}
