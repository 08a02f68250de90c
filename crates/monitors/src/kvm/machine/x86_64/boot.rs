//! Puts the kernel into the guest's memory, with what its boot protocol (PVH) hands over:
//! <https://xenbits.xen.org/docs/unstable/misc/pvh.html>.

use std::path::Path;

use linux_loader::configurator::pvh::PvhBootConfigurator;
use linux_loader::configurator::{BootConfigurator, BootParams};
use linux_loader::loader::elf::{Elf, PvhBootCapability};
use linux_loader::loader::{KernelLoader, elf};
use vm_memory::{Address, Bytes, GuestAddress};

use super::layout::{COMMAND_LINE, COMMAND_LINE_SIZE, MEMORY_MAP, RSDP, START_INFO, usable};
use super::memory::GuestMemory;
use super::{Error, memory_error};

use elf::start_info::{hvm_memmap_table_entry, hvm_start_info};

const MAGIC: u32 = 0x336e_c578;
const VERSION: u32 = 1;
const RAM: u32 = 1;

/// Loads the ELF file `image` and returns the address of its entry point.
pub(super) fn load(memory: &GuestMemory, image: &Path) -> Result<u64, Error> {
    let refused = |why: String| Error(format!("the kernel {}: {why}", image.display()));
    let mut file = system::input::open(image).map_err(|e| refused(e.to_string()))?;
    let loaded = Elf::load(memory, None, &mut file, None).map_err(|e| refused(e.to_string()))?;
    match loaded.pvh_boot_cap {
        PvhBootCapability::PvhEntryPresent(entry) => Ok(entry.raw_value()),
        _ => Err(refused("it has no PVH entry point".to_owned())),
    }
}

/// Writes what the kernel is told: its command line and the map of `size` bytes of memory.
pub(super) fn describe(memory: &GuestMemory, size: u64, command_line: &str) -> Result<(), Error> {
    if command_line.len() >= COMMAND_LINE_SIZE {
        return Err(Error(format!("the kernel's command line has over {COMMAND_LINE_SIZE} bytes")));
    }
    let text = [command_line.as_bytes(), &[0]].concat();
    memory.write_slice(&text, GuestAddress(COMMAND_LINE)).map_err(memory_error)?;
    let entry = |(addr, size)| hvm_memmap_table_entry { addr, size, type_: RAM, reserved: 0 };
    let map: Vec<_> = usable(size).into_iter().map(entry).collect();
    let info = hvm_start_info {
        magic: MAGIC,
        version: VERSION,
        cmdline_paddr: COMMAND_LINE,
        rsdp_paddr: RSDP,
        memmap_paddr: MEMORY_MAP,
        memmap_entries: u32::try_from(map.len()).unwrap_or_default(),
        ..hvm_start_info::default()
    };
    let mut parameters = BootParams::new(&info, GuestAddress(START_INFO));
    parameters.set_sections(&map, GuestAddress(MEMORY_MAP));
    PvhBootConfigurator::write_bootparams(&parameters, memory).map_err(memory_error)
}

#[cfg(test)]
mod tests {
    use super::super::memory::allocate;
    use super::*;
    use ground::Arch;

    #[test]
    fn the_carried_kernel_is_loaded_where_its_entry_is() {
        let memory = allocate(64 << 20, None).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), images::kernel(Arch::native())).unwrap();
        let entry = load(&memory, file.path()).unwrap();
        let code: u32 = memory.read_obj(GuestAddress(entry)).unwrap();
        assert_ne!(code, 0);
    }

    #[test]
    fn what_is_no_kernel_is_refused_with_its_name() {
        let memory = allocate(64 << 20, None).unwrap();
        let Error(why) = load(&memory, Path::new("/etc/hostname")).unwrap_err();
        assert!(why.contains("/etc/hostname"), "{why}");
    }

    #[test]
    fn the_command_line_and_the_map_are_handed_over() {
        let memory = allocate(64 << 20, None).unwrap();
        describe(&memory, 64 << 20, "bench=in").unwrap();
        let info: hvm_start_info = memory.read_obj(GuestAddress(START_INFO)).unwrap();
        assert_eq!((info.magic, info.memmap_entries), (MAGIC, 2));
        let text: [u8; 9] = memory.read_obj(GuestAddress(info.cmdline_paddr)).unwrap();
        assert_eq!(&text, b"bench=in\0");
        assert!(describe(&memory, 64 << 20, &"x".repeat(COMMAND_LINE_SIZE)).is_err());
    }
}
