//! The device tree: what the kernel is told of its machine (Devicetree Specification 0.4; Linux,
//! Documentation/devicetree/bindings).

use vm_fdt::{Error as TreeError, FdtWriter};

use super::layout::{RAM, SERIAL, VIRTIO, VIRTIO_APART};
use super::places::{SERIAL_SIZE, VIRTIO_PLACES};
use super::{Error, VIRTUAL};

/// What it tells of every machine.
pub(in super::super) struct Facts<'a> {
    /// Bytes of memory.
    pub(in super::super) memory: u64,
    /// The kernel's options.
    pub(in super::super) options: &'a str,
    /// The cells of the interrupt of a virtio device by the place's number; empty where it has none.
    pub(in super::super) line: fn(u32) -> Vec<u32>,
}

/// The tree of a machine of which it tells this, and what `own` writes of its processors and controllers.
pub(in super::super) fn tree(
    facts: &Facts,
    own: impl FnOnce(&mut FdtWriter) -> Result<(), TreeError>,
) -> Result<Vec<u8>, Error> {
    written(facts, own).map_err(|error| Error(format!("no device tree tells of it: {error}")))
}

fn written(
    facts: &Facts,
    own: impl FnOnce(&mut FdtWriter) -> Result<(), TreeError>,
) -> Result<Vec<u8>, TreeError> {
    let mut tree = FdtWriter::new()?;
    let root = tree.begin_node("")?;
    tree.property_string("compatible", VIRTUAL)?;
    cells(&mut tree, 2, 2)?;
    own(&mut tree)?;
    let chosen = tree.begin_node("chosen")?;
    tree.property_string("bootargs", facts.options)?;
    tree.property_string("stdout-path", &format!("/serial@{SERIAL:x}"))?;
    tree.end_node(chosen)?;
    let memory = tree.begin_node(&format!("memory@{RAM:x}"))?;
    tree.property_string("device_type", "memory")?;
    tree.property_array_u64("reg", &[RAM, facts.memory])?;
    tree.end_node(memory)?;
    let serial = tree.begin_node(&format!("serial@{SERIAL:x}"))?;
    tree.property_string("compatible", "ns16550a")?;
    tree.property_array_u64("reg", &[SERIAL, SERIAL_SIZE])?;
    tree.end_node(serial)?;
    (0..VIRTIO_PLACES).try_for_each(|number| virtio(&mut tree, number, &(facts.line)(number)))?;
    tree.end_node(root)?;
    tree.finish()
}

/// How many words addresses and sizes have in the nodes that follow.
pub(in super::super) fn cells(
    tree: &mut FdtWriter,
    address: u32,
    size: u32,
) -> Result<(), TreeError> {
    tree.property_u32("#address-cells", address)?;
    tree.property_u32("#size-cells", size)
}

/// A place for a device; that there is none the registers say.
fn virtio(tree: &mut FdtWriter, number: u32, line: &[u32]) -> Result<(), TreeError> {
    let address = VIRTIO + VIRTIO_APART * u64::from(number);
    let node = tree.begin_node(&format!("virtio@{address:x}"))?;
    tree.property_string("compatible", "virtio,mmio")?;
    tree.property_array_u64("reg", &[address, VIRTIO_APART])?;
    if !line.is_empty() {
        tree.property_array_u32("interrupts", line)?;
    }
    tree.end_node(node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_the_options_the_places_and_what_is_the_machines_own() {
        let facts =
            Facts { memory: 64 << 20, options: "bench=in", line: |number| vec![0, number, 1] };
        let written = tree(&facts, |tree| tree.property_string("own", "here")).unwrap();
        let last = format!("virtio@{:x}", VIRTIO + VIRTIO_APART * u64::from(VIRTIO_PLACES - 1));
        for part in ["bench=in", "here", &last] {
            let part = format!("{part}\0");
            assert!(written.windows(part.len()).any(|it| it == part.as_bytes()), "{part}");
        }
    }
}
