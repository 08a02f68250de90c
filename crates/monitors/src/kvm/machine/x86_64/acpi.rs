//! The firmware's tables: just enough for the kernel to find its CPUs.

use acpi_tables::Aml;
use acpi_tables::madt::{EnabledStatus, LocalInterruptController, MADT, ProcessorLocalApic};
use acpi_tables::rsdp::Rsdp;
use acpi_tables::xsdt::XSDT;
use vm_memory::{Bytes, GuestAddress};

use super::layout;
use super::memory::GuestMemory;
use super::{Error, memory_error};

const OEM: [u8; 6] = *b"HYPERB";
const OEM_TABLE: [u8; 8] = *b"HYPERBCH";

/// The largest number of CPUs that the table can name: identifiers are bytes, and the last
/// one means every CPU.
pub(super) const MAX_CPUS: u32 = 255;

/// Writes the tables of a machine with `cpus` CPUs, whose identifiers count from 0.
pub(super) fn write(memory: &GuestMemory, cpus: u32) -> Result<(), Error> {
    let controller = LocalInterruptController::Address(layout::LOCAL_APIC);
    let mut madt = MADT::new(OEM, OEM_TABLE, 1, controller);
    for id in 0..u8::try_from(cpus).unwrap_or(u8::MAX) {
        madt.add_structure(ProcessorLocalApic::new(id, id, EnabledStatus::Enabled));
    }
    let mut xsdt = XSDT::new(OEM, OEM_TABLE, 1);
    xsdt.add_entry(layout::MADT);
    put(memory, layout::RSDP, &Rsdp::new(OEM, layout::XSDT))?;
    put(memory, layout::XSDT, &xsdt)?;
    put(memory, layout::MADT, &madt)
}

fn put(memory: &GuestMemory, address: u64, table: &dyn Aml) -> Result<(), Error> {
    let mut bytes = Vec::new();
    table.to_aml_bytes(&mut bytes);
    memory.write_slice(&bytes, GuestAddress(address)).map_err(memory_error)
}

#[cfg(test)]
mod tests {
    use super::super::memory::allocate;
    use super::*;

    #[test]
    fn all_tables_are_there_and_fit() {
        let memory = allocate(2 << 20, None).unwrap();
        write(&memory, MAX_CPUS).unwrap();
        for (address, signature) in
            [(layout::RSDP, b"RSD "), (layout::XSDT, b"XSDT"), (layout::MADT, b"APIC")]
        {
            let found: [u8; 4] = memory.read_obj(GuestAddress(address)).unwrap();
            assert_eq!(&found, signature);
        }
        let length: u32 = memory.read_obj(GuestAddress(layout::MADT + 4)).unwrap();
        assert_eq!(length, 44 + 8 * MAX_CPUS);
        assert!(layout::MADT + u64::from(length) < layout::START_INFO);
    }
}
