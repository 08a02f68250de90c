//! The names that a Linux carries for its own messages, in the file that boots it (Linux,
//! scripts/kallsyms.c): a guest's own Linux tells them to nobody.

use std::io::{Read, Take};

use lzma_rust2::XzReader;
use ruzstd::decoding::StreamingDecoder;

use super::packed;

/// More bytes than any Linux is unpacked to.
const MOST: u64 = 256 << 20;

/// Where the packed kernel is in its file, behind the boot sectors (Linux, "The Linux Boot Protocol").
const SECTORS: usize = 0x1f1;
const MAGIC: (usize, &[u8]) = (0x202, b"HdrS");
const OFFSET: usize = 0x248;
const LENGTH: usize = 0x24c;
const SECTOR: usize = 512;

/// What a packed kernel begins with. The first is of blocks of 8 MiB, each behind its size (lz4, LZ4
/// frame format, "Legacy frame").
const LZ4: &[u8] = b"\x02\x21\x4c\x18";
const LZ4_BLOCK: usize = 8 << 20;
const XZ: &[u8] = b"\xfd7zXZ\0";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// Addresses and names of the functions of the Linux that the file `kernel` boots; none where they are not found.
pub(super) fn functions(kernel: &[u8]) -> Vec<(u64, String)> {
    match payload(kernel) {
        None => packed::of_linux(kernel),
        Some(payload) => unpack(payload).map_or_else(Vec::new, |image| packed::of_linux(&image)),
    }
}

/// The packed kernel in a file that unpacks itself.
fn payload(kernel: &[u8]) -> Option<&[u8]> {
    if !kernel.get(MAGIC.0..)?.starts_with(MAGIC.1) {
        return None;
    }
    let field = |at| usize::try_from(packed::word(kernel, at)?).ok();
    let start = (usize::from(*kernel.get(SECTORS)?) + 1) * SECTOR + field(OFFSET)?;
    kernel.get(start..start.checked_add(field(LENGTH)?)?)
}

fn unpack(payload: &[u8]) -> Option<Vec<u8>> {
    if let Some(blocks) = payload.strip_prefix(LZ4) {
        return Some(lz4(blocks));
    }
    let mut image = Vec::new();
    // Behind the stream is the kernel's size, which no decoder knows: what came before is all of it.
    drop(match payload {
        _ if payload.starts_with(XZ) => {
            limited(XzReader::new(payload, false)).read_to_end(&mut image)
        }
        _ if payload.starts_with(ZSTD) => {
            limited(StreamingDecoder::new(payload).ok()?).read_to_end(&mut image)
        }
        _ => return None,
    });
    Some(image)
}

fn limited<R: Read>(reader: R) -> Take<R> {
    reader.take(MOST)
}

/// As much as is whole: the kernel's size is behind the blocks.
fn lz4(mut blocks: &[u8]) -> Vec<u8> {
    let (mut image, mut block) = (Vec::new(), vec![0; LZ4_BLOCK]);
    while let Some((size, rest)) = blocks.split_first_chunk() {
        let size = u32::from_le_bytes(*size) as usize;
        let Some((packed, rest)) = rest.split_at_checked(size) else { break };
        let Ok(plain) = lz4_flex::block::decompress_into(packed, &mut block) else { break };
        image.extend(&block[..plain]);
        blocks = rest;
        if image.len() as u64 >= MOST {
            break;
        }
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of one boot sector with a packed kernel behind.
    fn file(payload: &[u8]) -> Vec<u8> {
        let mut file = vec![0; 2 * SECTOR];
        file[SECTORS] = 1;
        file[MAGIC.0..][..4].copy_from_slice(MAGIC.1);
        file[LENGTH..][..4].copy_from_slice(&u32::try_from(payload.len()).unwrap().to_le_bytes());
        file.extend(payload);
        file
    }

    #[test]
    fn a_kernel_is_unpacked_by_what_it_begins_with() {
        let plain: Vec<u8> = (0..100_000_u32).flat_map(|it| (it / 7).to_le_bytes()).collect();
        let size = u32::try_from(plain.len()).unwrap().to_le_bytes();
        let block = lz4_flex::block::compress(&plain);
        let length = u32::try_from(block.len()).unwrap().to_le_bytes();
        let of_lz4 = [LZ4, &length, &block, &size].concat();
        let mut of_xz =
            lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::default()).unwrap();
        std::io::Write::write_all(&mut of_xz, &plain).unwrap();
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        let of_zstd = ruzstd::encoding::compress_to_vec(&plain[..], level);
        for packed in [of_lz4, of_xz.finish().unwrap(), of_zstd] {
            let file = file(&[&packed[..], &size].concat());
            assert!(unpack(payload(&file).unwrap()).unwrap() == plain);
            for cut in (0..packed.len()).step_by(1 + packed.len() / 50) {
                drop(unpack(&packed[..cut]));
            }
        }
        assert_eq!(payload(&plain), None);
        assert_eq!(unpack(b"gzip"), None);
    }
}
