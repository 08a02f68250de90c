//! The device tree of QEMU's machine `virt` with a domain in it, which is the benchmark kernel's.

use ground::Trouble;
use vm_fdt::{Error, FdtWriter};

/// Where the domain's kernel lies in the machine's memory: beyond what Xen takes for itself.
pub(super) const KERNEL: u64 = 0x6000_0000;

/// Where the machine has what Xen needs of it (QEMU, `base_memmap` and `a15irqmap` in hw/arm/virt.c).
const RAM: u64 = 0x4000_0000;
const DISTRIBUTOR: [u64; 2] = [0x800_0000, 0x1_0000];
const REDISTRIBUTORS: [u64; 2] = [0x80a_0000, 0xf6_0000];
const SERIAL: [u64; 2] = [0x900_0000, 0x1000];
const INTERRUPTS: u32 = 1; // the controller's number in the tree

/// What an interrupt is to a GIC: shared or of one processor, its number, its level is high (Linux,
/// Documentation/devicetree/bindings/interrupt-controller/arm,gic-v3.yaml).
const fn shared(number: u32) -> [u32; 3] {
    [0, number, 4]
}
const fn private(number: u32) -> [u32; 3] {
    [1, number, 4]
}

/// What Xen is told: to leave memory as it is, to go on nowhere after an end, to log nothing of guests.
const XEN: &str = "console=dtuart noreboot bootscrub=0 guest_loglvl=none";

/// How long a domain's options may be: Xen hangs in silence at longer ones.
const MOST: usize = 1023;

/// The tree of a machine with so many processors and bytes of `memory`, whose domain has as many, and
/// `own` memory; its kernel has `size` bytes, and is told `options`. QEMU puts its firmware in.
///
/// # Errors
/// When the options are too long.
pub(super) fn of(
    cpus: u32,
    memory: u64,
    own: u64,
    size: u64,
    options: &str,
) -> Result<Vec<u8>, Trouble> {
    if options.len() > MOST {
        return Err(Trouble::unavailable(
            format!("Xen takes {MOST} characters of options, and these are {}", options.len()),
            "choose fewer benchmarks, or a suite",
        ));
    }
    written(cpus, memory, own, size, options).map_err(|error| {
        Trouble::unavailable(format!("no device tree holds this: {error}"), "leave option= out")
    })
}

fn written(cpus: u32, memory: u64, own: u64, size: u64, options: &str) -> Result<Vec<u8>, Error> {
    let mut tree = FdtWriter::new()?;
    let root = tree.begin_node("")?;
    tree.property_string("compatible", "linux,dummy-virt")?;
    cells(&mut tree)?;
    tree.property_u32("interrupt-parent", INTERRUPTS)?;

    let node = tree.begin_node(&format!("memory@{RAM:x}"))?;
    tree.property_string("device_type", "memory")?;
    tree.property_array_u64("reg", &[RAM, memory])?;
    tree.end_node(node)?;
    processors(&mut tree, cpus)?;
    devices(&mut tree)?;

    let chosen = tree.begin_node("chosen")?;
    tree.property_string("stdout-path", &format!("/pl011@{:x}", SERIAL[0]))?;
    tree.property_string("xen,xen-bootargs", XEN)?;
    cells(&mut tree)?;
    let domain = tree.begin_node("domU1")?;
    tree.property_string("compatible", "xen,domain")?;
    cells(&mut tree)?;
    tree.property_u32("cpus", cpus)?;
    tree.property_array_u32("memory", &[0, u32::try_from(own >> 10).unwrap_or(u32::MAX)])?; // KiB
    tree.property_null("vpl011")?;
    // Xen tells the domain that it is one.
    tree.property_string("xen,enhanced", "no-xenstore")?;
    let module = tree.begin_node(&format!("module@{KERNEL:x}"))?;
    let kinds = ["multiboot,kernel", "multiboot,module"];
    tree.property_string_list("compatible", kinds.map(str::to_owned).to_vec())?;
    tree.property_array_u64("reg", &[KERNEL, size])?;
    tree.property_string("bootargs", options)?;
    for node in [module, domain, chosen, root] {
        tree.end_node(node)?;
    }
    tree.finish()
}

fn cells(tree: &mut FdtWriter) -> Result<(), Error> {
    tree.property_u32("#address-cells", 2)?;
    tree.property_u32("#size-cells", 2)
}

fn processors(tree: &mut FdtWriter, cpus: u32) -> Result<(), Error> {
    let all = tree.begin_node("cpus")?;
    tree.property_u32("#address-cells", 1)?;
    tree.property_u32("#size-cells", 0)?;
    for number in 0..cpus {
        let node = tree.begin_node(&format!("cpu@{number:x}"))?;
        tree.property_string("device_type", "cpu")?;
        tree.property_string("compatible", "arm,armv8")?;
        tree.property_u32("reg", number)?;
        tree.property_string("enable-method", "psci")?;
        tree.end_node(node)?;
    }
    tree.end_node(all)
}

fn devices(tree: &mut FdtWriter) -> Result<(), Error> {
    let node = tree.begin_node("timer")?;
    tree.property_string("compatible", "arm,armv8-timer")?;
    // EL3's, EL1's, the virtual one, EL2's.
    tree.property_array_u32("interrupts", &[13, 14, 11, 10].map(private).concat())?;
    tree.property_null("always-on")?;
    tree.end_node(node)?;

    let node = tree.begin_node(&format!("intc@{:x}", DISTRIBUTOR[0]))?;
    tree.property_string("compatible", "arm,gic-v3")?;
    tree.property_u32("#interrupt-cells", 3)?;
    tree.property_null("interrupt-controller")?;
    tree.property_array_u64("reg", &[DISTRIBUTOR, REDISTRIBUTORS].concat())?;
    tree.property_array_u32("interrupts", &private(9))?;
    tree.property_phandle(INTERRUPTS)?;
    tree.end_node(node)?;

    let node = tree.begin_node(&format!("pl011@{:x}", SERIAL[0]))?;
    tree.property_string_list("compatible", vec!["arm,pl011".into(), "arm,primecell".into()])?;
    tree.property_array_u64("reg", &SERIAL)?;
    tree.property_array_u32("interrupts", &shared(1))?;
    tree.end_node(node)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(tree: &[u8], part: &[u8]) -> bool {
        tree.windows(part.len()).any(|window| window == part)
    }

    #[test]
    fn the_domain_has_its_kernel_and_options_and_too_long_ones_are_refused() {
        let tree = of(2, 1 << 30, 128 << 20, 0x1234, "bench=spin").unwrap();
        assert_eq!(tree[..4], 0xd00d_feed_u32.to_be_bytes());
        assert!(holds(&tree, b"bench=spin\0") && holds(&tree, b"cpu@1\0"));
        assert!(!holds(&tree, b"cpu@2\0"));
        let place = [KERNEL.to_be_bytes(), 0x1234_u64.to_be_bytes()].concat();
        assert!(holds(&tree, &place) && holds(&tree, &(128_u32 << 10).to_be_bytes()));
        let long = "x".repeat(MOST + 1);
        assert!(of(1, 1 << 30, 1 << 27, 1, &long).unwrap_err().why.contains("1024"));
        assert!(of(1, 1 << 30, 1 << 27, 1, &long[1..]).is_ok());
    }
}
