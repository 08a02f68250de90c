//! The device tree: what the kernel is told of its machine (Devicetree Specification 0.4; Linux,
//! Documentation/devicetree/bindings).

use vm_fdt::{Error as TreeError, FdtWriter};

use super::gic::Gic;
use super::layout::{
    DISTRIBUTOR, DISTRIBUTOR_SIZE, INTERFACE, INTERFACE_SIZE, RAM, REDISTRIBUTOR_SIZE,
    REDISTRIBUTORS, SERIAL, SERIAL_SIZE, VIRTIO, VIRTIO_APART, VIRTIO_LINE, VIRTIO_PLACES,
};
use super::{Error, pmu};

/// The interrupt controller's number in it.
const CONTROLLER: u32 = 1;

/// What an interrupt is to a GIC: shared or of one CPU, its number, its edge or that its level is high.
const fn shared(number: u32) -> [u32; 3] {
    [0, number, 1]
}
const fn private(number: u32) -> [u32; 3] {
    [1, number, 4]
}

/// That of a machine with a `gic`, CPUs of these `numbers` and so many bytes of `memory`, whose kernel is told
/// `options`.
pub(super) fn of(gic: Gic, numbers: &[u64], memory: u64, options: &str) -> Result<Vec<u8>, Error> {
    written(gic, numbers, memory, options)
        .map_err(|error| Error(format!("no device tree tells of it: {error}")))
}

fn written(gic: Gic, numbers: &[u64], size: u64, options: &str) -> Result<Vec<u8>, TreeError> {
    let mut tree = FdtWriter::new()?;
    let root = tree.begin_node("")?;
    tree.property_string("compatible", "linux,dummy-virt")?;
    cells(&mut tree, 2, 2)?;
    tree.property_u32("interrupt-parent", CONTROLLER)?;

    let chosen = tree.begin_node("chosen")?;
    tree.property_string("bootargs", options)?;
    tree.property_string("stdout-path", &format!("/serial@{SERIAL:x}"))?;
    tree.end_node(chosen)?;
    let memory = tree.begin_node(&format!("memory@{RAM:x}"))?;
    tree.property_string("device_type", "memory")?;
    tree.property_array_u64("reg", &[RAM, size])?;
    tree.end_node(memory)?;
    let psci = tree.begin_node("psci")?;
    let versions = ["arm,psci-1.0", "arm,psci-0.2"];
    tree.property_string_list("compatible", versions.map(str::to_owned).to_vec())?;
    tree.property_string("method", "hvc")?;
    tree.end_node(psci)?;

    processors(&mut tree, numbers)?;
    private_devices(&mut tree)?;
    controller(&mut tree, gic, numbers.len() as u64)?;
    serial(&mut tree)?;
    (0..VIRTIO_PLACES).try_for_each(|number| virtio(&mut tree, number))?;
    tree.end_node(root)?;
    tree.finish()
}

fn cells(tree: &mut FdtWriter, address: u32, size: u32) -> Result<(), TreeError> {
    tree.property_u32("#address-cells", address)?;
    tree.property_u32("#size-cells", size)
}

fn processors(tree: &mut FdtWriter, numbers: &[u64]) -> Result<(), TreeError> {
    let all = tree.begin_node("cpus")?;
    cells(tree, 2, 0)?;
    for number in numbers {
        let node = tree.begin_node(&format!("cpu@{number:x}"))?;
        tree.property_string("device_type", "cpu")?;
        tree.property_string("compatible", "arm,armv8")?;
        tree.property_u64("reg", *number)?;
        tree.property_string("enable-method", "psci")?;
        tree.end_node(node)?;
    }
    tree.end_node(all)
}

/// Timer and performance monitors of each CPU; the timer's interrupts are EL3's, EL1's, the virtual one, EL2's.
fn private_devices(tree: &mut FdtWriter) -> Result<(), TreeError> {
    let node = tree.begin_node("timer")?;
    tree.property_string("compatible", "arm,armv8-timer")?;
    tree.property_array_u32("interrupts", &[13, 14, 11, 10].map(private).concat())?;
    tree.property_null("always-on")?;
    tree.end_node(node)?;
    let node = tree.begin_node("pmu")?;
    tree.property_string("compatible", "arm,armv8-pmuv3")?;
    tree.property_array_u32("interrupts", &private(pmu::INTERRUPT))?;
    tree.end_node(node)
}

fn controller(tree: &mut FdtWriter, gic: Gic, cpus: u64) -> Result<(), TreeError> {
    let (compatible, other) = match gic {
        Gic::V2 => ("arm,cortex-a15-gic", [INTERFACE, INTERFACE_SIZE]),
        Gic::V3 => ("arm,gic-v3", [REDISTRIBUTORS, REDISTRIBUTOR_SIZE * cpus]),
    };
    let node = tree.begin_node(&format!("interrupt-controller@{DISTRIBUTOR:x}"))?;
    tree.property_string("compatible", compatible)?;
    tree.property_u32("#interrupt-cells", 3)?;
    tree.property_null("interrupt-controller")?;
    tree.property_array_u64("reg", &[[DISTRIBUTOR, DISTRIBUTOR_SIZE], other].concat())?;
    tree.property_phandle(CONTROLLER)?;
    tree.end_node(node)
}

fn serial(tree: &mut FdtWriter) -> Result<(), TreeError> {
    let node = tree.begin_node(&format!("serial@{SERIAL:x}"))?;
    tree.property_string("compatible", "ns16550a")?;
    tree.property_array_u64("reg", &[SERIAL, SERIAL_SIZE])?;
    tree.end_node(node)
}

/// A place for a device; that there is none the registers say.
fn virtio(tree: &mut FdtWriter, number: u32) -> Result<(), TreeError> {
    let address = VIRTIO + VIRTIO_APART * u64::from(number);
    let node = tree.begin_node(&format!("virtio@{address:x}"))?;
    tree.property_string("compatible", "virtio,mmio")?;
    tree.property_array_u64("reg", &[address, VIRTIO_APART])?;
    tree.property_array_u32("interrupts", &shared(VIRTIO_LINE + number))?;
    tree.end_node(node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_the_options_each_cpu_and_the_controller_that_there_is() {
        let holds = |tree: &[u8], part: &[u8]| tree.windows(part.len()).any(|it| it == part);
        for (gic, name) in [(Gic::V2, "arm,cortex-a15-gic"), (Gic::V3, "arm,gic-v3")] {
            let tree = of(gic, &[0, 0x100], 64 << 20, "bench=in").unwrap();
            for part in ["bench=in", "cpu@0", "cpu@100", name] {
                assert!(holds(&tree, format!("{part}\0").as_bytes()), "{part}");
            }
        }
    }
}
