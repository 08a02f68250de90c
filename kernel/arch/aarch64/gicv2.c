/* GICv2: everything is memory-mapped; at most eight CPUs. Arm IHI 0048B, chapter 4. */
#include "gic.h"

#include <fdt.h>

#include "distributor.h"
#include "paging.h"
#include "sysreg.h"

enum {
    /* Distributor; registers for interrupts 0 to 31 are each CPU's own. */
    GICD_CTLR = 0x000,
    GICD_ISENABLER = 0x100,
    GICD_ICENABLER = 0x180,
    GICD_IPRIORITYR = 0x400,
    GICD_ITARGETSR = 0x800,
    GICD_SGIR = 0xf00,

    /* CPU interface. */
    GICC_CTLR = 0x00,
    GICC_PMR = 0x04,
    GICC_BPR = 0x08,
    GICC_IAR = 0x0c,
    GICC_EOIR = 0x10,

    ENABLE = 1,
    PRIVATE_INTERRUPTS = 32,
    LOWEST_PRIORITY = 0xff,
    SGIR_TARGETS_SHIFT = 16,
    SGIR_SELF = 2 << 24
};

#define PRIORITY_OF_FOUR 0xa0a0a0a0U

static uint64_t distributor, interface;

static uint64_t init(fdt_node node)
{
    struct mem_region d, c;
    if (!fdt_reg(node, 0, &d) || !fdt_reg(node, 1, &c) || !paging_map_device(d.base, d.size) ||
        !paging_map_device(c.base, c.size))
        return 0;
    distributor = d.base;
    interface = c.base;
    mmio_write32(distributor + GICD_CTLR, ENABLE);
    return d.base;
}

static bool enable_cpu(struct cpu *cpu)
{
    mmio_write32(distributor + GICD_ICENABLER, UINT32_MAX);
    for (unsigned i = 0; i < PRIVATE_INTERRUPTS; i += 4)
        mmio_write32(distributor + GICD_IPRIORITYR + i, PRIORITY_OF_FOUR);
    mmio_write32(distributor + GICD_ISENABLER, 1 << GIC_CALL);
    mmio_write32(interface + GICC_PMR, LOWEST_PRIORITY);
    mmio_write32(interface + GICC_BPR, 0);
    mmio_write32(interface + GICC_CTLR, ENABLE);
    /* The targets of one's private interrupts read as one's own interface (4.3.12), or as 0
     * where there is only one. */
    cpu->gic_target = mmio_read32(distributor + GICD_ITARGETSR) & 0xff;
    return true;
}

static void enable_private(uint32_t id) { mmio_write32(distributor + GICD_ISENABLER, 1U << id); }

/* Where there is one CPU, there is nothing to choose. */
static void route(uint32_t id)
{
    if (boot_cpu.gic_target)
        distributor_set(GICD_ITARGETSR, id, 8, boot_cpu.gic_target);
}

static uint32_t acknowledge(void) { return mmio_read32(interface + GICC_IAR); }
static void end(uint32_t acknowledged) { mmio_write32(interface + GICC_EOIR, acknowledged); }

static void send_call(const struct cpu *cpu)
{
    uint32_t to = cpu->gic_target ? cpu->gic_target << SGIR_TARGETS_SHIFT : SGIR_SELF;
    mmio_write32(distributor + GICD_SGIR, to | GIC_CALL);
}

const struct gic gicv2 = {
    .name = "gicv2",
    .compatible = {"arm,cortex-a15-gic", "arm,gic-400", "arm,cortex-a9-gic", "arm,cortex-a7-gic"},
    .init = init,
    .enable_cpu = enable_cpu,
    .enable_private = enable_private,
    .route = route,
    .acknowledge = acknowledge,
    .end = end,
    .send_call = send_call,
};
