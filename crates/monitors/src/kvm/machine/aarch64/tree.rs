//! What the device tree tells of Arm's machine.

use vm_fdt::{Error as TreeError, FdtWriter};

use super::by_tree::{Facts, cells, tree};
use super::gic::Gic;
use super::layout::{
    DISTRIBUTOR, DISTRIBUTOR_SIZE, FIRST_LINE, INTERFACE, INTERFACE_SIZE, REDISTRIBUTOR_SIZE,
    REDISTRIBUTORS,
};
use super::{Error, pmu};

/// The interrupt controller's number in it.
const CONTROLLER: u32 = 1;

/// What the interrupt of the virtio device in this place is to a GIC: shared, its number, its edge.
pub(super) fn shared(place: u32) -> Vec<u32> {
    vec![0, FIRST_LINE + place, 1]
}

/// The same for one of a CPU's own, whose level is high.
const fn private(number: u32) -> [u32; 3] {
    [1, number, 4]
}

/// That of a machine with a `gic` and CPUs of these `numbers`.
pub(super) fn of(facts: &Facts, gic: Gic, numbers: &[u64]) -> Result<Vec<u8>, Error> {
    tree(facts, |tree| {
        tree.property_u32("interrupt-parent", CONTROLLER)?;
        let psci = tree.begin_node("psci")?;
        let versions = ["arm,psci-1.0", "arm,psci-0.2"];
        tree.property_string_list("compatible", versions.map(str::to_owned).to_vec())?;
        tree.property_string("method", "hvc")?;
        tree.end_node(psci)?;
        processors(tree, numbers)?;
        private_devices(tree)?;
        controller(tree, gic, numbers.len() as u64)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_each_cpu_and_the_controller_that_there_is() {
        let facts = Facts { memory: 64 << 20, options: "", line: shared };
        let holds = |tree: &[u8], part: &[u8]| tree.windows(part.len()).any(|it| it == part);
        for (gic, name) in [(Gic::V2, "arm,cortex-a15-gic"), (Gic::V3, "arm,gic-v3")] {
            let tree = of(&facts, gic, &[0, 0x100]).unwrap();
            for part in ["cpu@0", "cpu@100", name] {
                assert!(holds(&tree, format!("{part}\0").as_bytes()), "{part}");
            }
        }
    }
}
