//! The scratch devices of guests whose benchmarks need one: what specifications say of them, and the disk's file.

mod file;
pub mod keys;
mod own_disk;

pub(crate) use file::ScratchFile;
pub use file::{DISK_BYTES, SERIAL};

/// By this address the kernel knows its network (`kernel/drivers/virtio_net.c`).
pub(crate) const NETWORK_ADDRESS: [u8; 6] = [0x52, 0x54, 0x00, 0x48, 0x42, 0x00];

/// The same as people write it.
pub fn network_address() -> String {
    NETWORK_ADDRESS.map(|byte| format!("{byte:02x}")).join(":")
}
