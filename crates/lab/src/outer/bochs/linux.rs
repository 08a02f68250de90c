//! Linux as it lies in memory before its first instruction (Linux, its boot protocol in Documentation).

use super::disk::{File, Start};
use ground::Trouble;

/// Where its parameters are, of which the ROM knows, what it is told, and Linux itself.
const PARAMETERS: u32 = 0x1_0000;
const OPTIONS: u32 = 0x2_0000;
const LINUX: u32 = 0x10_0000;

/// How the ROM enters it.
pub(super) const START: Start = Start { address: LINUX, eax: 0, ebx: 0 };

/// Bytes of the parameters. Linux' file has a part of them, from one place to where another points.
const SIZE: usize = 4096;
const HEADER: usize = 0x1f1;
const HEADER_LENGTH: usize = 0x201;

/// Fields of them: who loads it, how large its initial file system is and where, and where the
/// options are.
const LOADER: usize = 0x210;
const INITRAMFS: usize = 0x218;
const INITRAMFS_SIZE: usize = 0x21c;
const OPTIONS_POINTER: usize = 0x228;

/// A loader without a number.
const UNKNOWN: u8 = 0xff;

/// The end of memory, which the BIOS takes for its tables, and a page.
const RESERVED: u64 = 1 << 20;
const PAGE: u64 = 4096;

/// What is to be copied into a machine's memory.
pub(super) struct Loaded {
    parameters: Vec<u8>,
    options: Vec<u8>,
    linux: Vec<u8>,
    initramfs: (u32, Vec<u8>),
}

impl Loaded {
    /// The Linux in the file `kernel` with its `initramfs` and `options`, for so many bytes of `memory`.
    ///
    /// # Errors
    /// When the file holds no such Linux, or memory does not suffice.
    pub(super) fn new(
        kernel: &[u8],
        initramfs: Vec<u8>,
        options: &str,
        memory: u64,
    ) -> Result<Self, Trouble> {
        let no_linux = || Trouble::unavailable("Linux is no bzImage here", "give kernel= another");
        let too_large = || {
            let next = "use smaller parts, or for a guest more memory, --memory";
            Trouble::unavailable("Linux and its files are too large for the machine", next)
        };
        let is_one = kernel.get(0x202..0x206) == Some(b"HdrS");
        let header = HEADER..0x202 + usize::from(*kernel.get(HEADER_LENGTH).ok_or_else(no_linux)?);
        let mut parameters = vec![0; SIZE];
        let given = kernel.get(header.clone()).filter(|_| is_one).ok_or_else(no_linux)?;
        parameters[header].copy_from_slice(given);
        // The sectors before the part that is copied; 0 means 4.
        let sectors = match kernel[HEADER] {
            0 => 4,
            sectors => usize::from(sectors),
        };
        let linux = kernel.get((sectors + 1) * 512..).ok_or_else(no_linux)?.to_vec();
        let size = initramfs.len() as u64;
        let address = (memory.checked_sub(RESERVED + size).ok_or_else(too_large)?) / PAGE * PAGE;
        let [address, size] = [address, size].map(|it| u32::try_from(it).map_err(|_| too_large()));
        let (address, size) = (address?, size?);
        parameters[LOADER] = UNKNOWN;
        for (at, value) in
            [(INITRAMFS, address), (INITRAMFS_SIZE, size), (OPTIONS_POINTER, OPTIONS)]
        {
            parameters[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        let options = [options.as_bytes(), &[0]].concat();
        Ok(Self { parameters, options, linux, initramfs: (address, initramfs) })
    }

    /// The files to be copied.
    pub(super) fn files(&self) -> [File<'_>; 4] {
        let (place, initramfs) = &self.initramfs;
        [
            File { address: PARAMETERS, name: "parameters", content: &self.parameters },
            File { address: OPTIONS, name: "options", content: &self.options },
            File { address: LINUX, name: "linux", content: &self.linux },
            File { address: *place, name: "initramfs", content: initramfs },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_linux_is_refused_and_one_is_taken_apart() {
        let new = |kernel: &[u8]| Loaded::new(kernel, vec![7; 5000], "quiet", 2 << 20);
        for wrong in [&[][..], &[0; 0x300], b"MZ"] {
            assert!(new(wrong).is_err());
        }
        let mut kernel = vec![0; 4096];
        (kernel[HEADER], kernel[HEADER_LENGTH], kernel[1024]) = (1, 0x66, 9);
        kernel[0x202..0x206].copy_from_slice(b"HdrS");
        let loaded = new(&kernel).unwrap();
        assert_eq!((loaded.linux[0], loaded.linux.len()), (9, 3072));
        assert_eq!(loaded.initramfs.0, 0xfe000);
        assert_eq!(loaded.parameters[0x202..0x206], *b"HdrS");
        assert_eq!(loaded.parameters[INITRAMFS..INITRAMFS + 6], [0, 0xe0, 0xf, 0, 0x88, 0x13]);
        assert!(Loaded::new(&kernel, vec![0; 5000], "", 1 << 20).is_err());
    }
}
