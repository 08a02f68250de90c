//! The ROM that starts the kernel.

use ground::Arch;

/// Each architecture's code, whose parts are filled in here.
const ROMS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/roms.rs"));

/// The unit of a ROM's size, which is the third byte.
const BLOCK: usize = 512;
const SIZE: usize = 2;
/// Where the code has the kernel's entry point.
const ENTRY: usize = 8;

/// The longest options that the kernel takes.
const LONGEST: usize = 4095;

/// The ROM that starts a kernel of `arch` at its `entry` point with `options`.
///
/// # Errors
/// When there is none, or the options are too long.
pub(super) fn rom(arch: &Arch, entry: u32, options: &str) -> Result<Vec<u8>, String> {
    let code = ROMS.iter().find(|(name, _)| *name == arch.name).map(|(_, code)| *code);
    let code = code.ok_or_else(|| format!("there is no ROM for kernels of {}", arch.name))?;
    if options.len() > LONGEST {
        return Err(format!("the kernel's options have over {LONGEST} bytes"));
    }
    let mut rom = [code, options.as_bytes(), &[0]].concat();
    rom[ENTRY..ENTRY + 4].copy_from_slice(&entry.to_le_bytes());
    Ok(sealed_rom(&rom))
}

/// A ROM with this `code`, of at most 127 KiB, as a BIOS takes it: its size is in it, and the last byte
/// makes the sum of all zero.
pub fn sealed_rom(code: &[u8]) -> Vec<u8> {
    let mut rom = code.to_vec();
    rom.resize((rom.len() + 1).next_multiple_of(BLOCK), 0);
    rom[SIZE] = u8::try_from(rom.len() / BLOCK).expect("code is small");
    let sum = rom.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte));
    *rom.last_mut().expect("it has a block at least") = sum.wrapping_neg();
    rom
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bios_takes_it_for_a_rom_and_the_options_are_at_its_end() {
        for (name, code) in ROMS {
            let rom = rom(Arch::named(name).unwrap(), 0x0012_3456, "bench=sgdt").unwrap();
            assert_eq!((rom[0], rom[1], usize::from(rom[2]) * 512), (0x55, 0xaa, rom.len()));
            assert_eq!(rom.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte)), 0);
            assert_eq!(rom[8..12], [0x56, 0x34, 0x12, 0]);
            assert!(rom[code.len()..].starts_with(b"bench=sgdt\0"));
        }
    }

    #[test]
    fn options_that_the_kernel_would_cut_off_are_refused() {
        let (name, _) = ROMS[0];
        let arch = Arch::named(name).unwrap();
        assert!(rom(arch, 0, &"x".repeat(LONGEST)).is_ok());
        assert!(rom(arch, 0, &"x".repeat(LONGEST + 1)).unwrap_err().contains("4095"));
    }
}
