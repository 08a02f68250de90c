//! What the device tree tells of RISC-V's machine.

use kvm_bindings::KVM_RISCV_ISA_EXT_ID_KVM_RISCV_ISA_EXT_SSTC as SSTC;
use kvm_ioctls::VcpuFd;
use vm_fdt::{Error as TreeError, FdtWriter};

use super::by_tree::{Facts, cells, read, tree};
use super::registers::{LETTERS, RATE, extension};
use super::{Error, kvm};

/// Extensions of one letter in the order of a name (RISC-V unprivileged ISA, 27.11).
const ORDER: &str = "imafdqcbvh";

/// That of a machine with these `cpus`, which are alike.
pub(super) fn of(facts: &Facts, cpus: &[VcpuFd]) -> Result<Vec<u8>, Error> {
    let first = |register| read(&cpus[0], register).map_err(kvm("tell what its processors can"));
    let has_timer = read(&cpus[0], extension(SSTC)).is_ok_and(|it| it != 0);
    let (isa, rate) = (isa(first(LETTERS)?, has_timer), first(RATE)?);
    let harts = u32::try_from(cpus.len()).unwrap_or(u32::MAX);
    tree(facts, |tree| processors(tree, harts, &isa, u32::try_from(rate).unwrap_or(u32::MAX)))
}

/// The name of what processors can: extensions of one `letter` are a bit each; with a timer of a guest's own.
fn isa(letters: u64, has_timer: bool) -> String {
    let is_there = |letter: &char| letters >> (u32::from(*letter) - u32::from('a')) & 1 != 0;
    let letters: String = ORDER.chars().filter(is_there).collect();
    format!("rv64{letters}{}", if has_timer { "_sstc" } else { "" })
}

fn processors(tree: &mut FdtWriter, harts: u32, isa: &str, rate: u32) -> Result<(), TreeError> {
    let all = tree.begin_node("cpus")?;
    cells(tree, 1, 0)?;
    tree.property_u32("timebase-frequency", rate)?;
    for hart in 0..harts {
        let node = tree.begin_node(&format!("cpu@{hart:x}"))?;
        tree.property_string("device_type", "cpu")?;
        tree.property_string("compatible", "riscv")?;
        tree.property_u32("reg", hart)?;
        tree.property_string("status", "okay")?;
        tree.property_string("riscv,isa", isa)?;
        let own = tree.begin_node("interrupt-controller")?;
        tree.property_string("compatible", "riscv,cpu-intc")?;
        tree.property_u32("#interrupt-cells", 1)?;
        tree.property_null("interrupt-controller")?;
        tree.property_phandle(hart + 1)?;
        tree.end_node(own)?;
        tree.end_node(node)?;
    }
    tree.end_node(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_has_its_letters_in_order() {
        let bits = |letters: &str| letters.bytes().map(|it| 1 << (it - b'a')).sum();
        assert_eq!(isa(bits("acdfhim"), true), "rv64imafdch_sstc");
        assert_eq!(isa(bits("im"), false), "rv64im");
    }
}
