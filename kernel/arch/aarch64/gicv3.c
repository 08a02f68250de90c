/* GICv3: a redistributor for each CPU, and a CPU interface in system registers. Arm IHI 0069,
 * chapter 12. */
#include "gic.h"

#include <fdt.h>

#include "distributor.h"
#include "paging.h"
#include "sysreg.h"

enum {
    GICD_CTLR = 0x0000,
    GICD_IGROUPR = 0x0080,
    GICD_IROUTER = 0x6000,
    CTLR_GROUP1 = 1 << 1,
    CTLR_AFFINITY_ROUTING = 1 << 4,

    /* Redistributor: a frame of 64 KiB for itself, one for private interrupts, and two more
     * where it knows virtual LPIs. */
    GICR_TYPER = 0x0008,
    GICR_WAKER = 0x0014,
    GICR_IGROUPR0 = 0x10080,
    GICR_ISENABLER0 = 0x10100,
    GICR_ICENABLER0 = 0x10180,
    GICR_IPRIORITYR = 0x10400,
    FRAME = 0x10000,
    TYPER_VIRTUAL_LPIS = 1 << 1,
    TYPER_LAST = 1 << 4,
    WAKER_SLEEP = 1 << 1,
    WAKER_ASLEEP = 1 << 2,

    PRIVATE_INTERRUPTS = 32,
    LOWEST_PRIORITY = 0xff,
    MAX_READS = 1000000 /* of a register, then we go on */
};

#define PRIORITY_OF_FOUR 0xa0a0a0a0U
#define GICD_WRITE_PENDING (1U << 31)

#define ICC_SRE_EL1 s3_0_c12_c12_5
#define ICC_PMR_EL1 s3_0_c4_c6_0
#define ICC_BPR1_EL1 s3_0_c12_c12_3
#define ICC_CTLR_EL1 s3_0_c12_c12_4
#define ICC_IGRPEN1_EL1 s3_0_c12_c12_7
#define ICC_IAR1_EL1 s3_0_c12_c12_0
#define ICC_EOIR1_EL1 s3_0_c12_c12_1
#define ICC_SGI1R_EL1 s3_0_c12_c11_5

enum { MAX_RANGES = 8 };

static struct mem_region ranges[MAX_RANGES]; /* in which redistributors stand in a row */
static unsigned range_count;
static uint64_t stride; /* 0: as their type says */

/* Bounded, as every wait for a device: a broken one costs interrupts, not the run. */
static void wait_until_clear(uint64_t address, uint32_t bits)
{
    for (int tries = 0; tries < MAX_READS && mmio_read32(address) & bits; tries++)
        cpu_relax();
}

static void set_distributor(uint64_t base, uint32_t control)
{
    mmio_write32(base + GICD_CTLR, control);
    wait_until_clear(base + GICD_CTLR, GICD_WRITE_PENDING);
}

static void read_stride(fdt_node node)
{
    uint32_t high = 0, low = 0;
    if (fdt_cell(node, "redistributor-stride", 0, &high) &&
        fdt_cell(node, "redistributor-stride", 1, &low))
        stride = (uint64_t)high << 32 | low;
}

static uint64_t init(fdt_node node)
{
    struct mem_region d;
    uint32_t wanted = 1;
    if (!fdt_reg(node, 0, &d) || !paging_map_device(d.base, d.size))
        return 0;
    fdt_cell(node, "#redistributor-regions", 0, &wanted);
    while (range_count < wanted && range_count < MAX_RANGES &&
           fdt_reg(node, 1 + range_count, &ranges[range_count]) &&
           paging_map_device(ranges[range_count].base, ranges[range_count].size))
        range_count++;
    read_stride(node);
    set_distributor(d.base, 0);
    set_distributor(d.base, CTLR_AFFINITY_ROUTING | CTLR_GROUP1);
    return d.base;
}

/* Bits 63:32 of the type are the CPU's affinity, one byte a level. */
static bool belongs_to(uint64_t redistributor, uint64_t id)
{
    uint32_t packed = (uint32_t)(id & 0xffffff) | (uint32_t)(id >> 32 & 0xff) << 24;
    return mmio_read32(redistributor + GICR_TYPER + 4) == packed;
}

static uint64_t redistributor_of(uint64_t id)
{
    for (unsigned i = 0; i < range_count; i++) {
        uint64_t end = ranges[i].base + ranges[i].size;
        for (uint64_t at = ranges[i].base; at + 2 * FRAME <= end;) {
            uint32_t type = mmio_read32(at + GICR_TYPER);
            if (belongs_to(at, id))
                return at;
            if (type & TYPER_LAST)
                break;
            at += stride ? stride : (type & TYPER_VIRTUAL_LPIS ? 4 : 2) * FRAME;
        }
    }
    return 0;
}

static bool enable_interface(void)
{
    write_sysreg(ICC_SRE_EL1, read_sysreg(ICC_SRE_EL1) | 1);
    isb();
    if (!(read_sysreg(ICC_SRE_EL1) & 1))
        return false; /* a higher level keeps the system registers to itself */
    write_sysreg(ICC_PMR_EL1, LOWEST_PRIORITY);
    write_sysreg(ICC_BPR1_EL1, 0);
    write_sysreg(ICC_CTLR_EL1, 0);
    write_sysreg(ICC_IGRPEN1_EL1, 1);
    isb();
    return true;
}

static bool enable_cpu(struct cpu *cpu)
{
    uint64_t redistributor = redistributor_of(cpu_id());
    if (!redistributor)
        return false;
    cpu->redistributor = redistributor;
    mmio_write32(redistributor + GICR_WAKER,
                 mmio_read32(redistributor + GICR_WAKER) & ~(uint32_t)WAKER_SLEEP);
    wait_until_clear(redistributor + GICR_WAKER, WAKER_ASLEEP);
    mmio_write32(redistributor + GICR_IGROUPR0, UINT32_MAX);
    mmio_write32(redistributor + GICR_ICENABLER0, UINT32_MAX);
    for (unsigned i = 0; i < PRIVATE_INTERRUPTS; i += 4)
        mmio_write32(redistributor + GICR_IPRIORITYR + i, PRIORITY_OF_FOUR);
    mmio_write32(redistributor + GICR_ISENABLER0, 1 << GIC_CALL);
    return enable_interface();
}

static void enable_private(uint32_t id)
{
    mmio_write32(this_cpu()->redistributor + GICR_ISENABLER0, 1U << id);
}

static void route(uint32_t id)
{
    uint64_t target = gic_distributor + GICD_IROUTER + id * sizeof(uint64_t);
    distributor_set(GICD_IGROUPR, id, 1, 1);
    mmio_write32(target, (uint32_t)boot_cpu.id);
    mmio_write32(target + 4, (uint32_t)(boot_cpu.id >> 32));
}

static uint32_t acknowledge(void)
{
    uint32_t id = (uint32_t)read_sysreg(ICC_IAR1_EL1);
    dsb(); /* the read's effects before the handler (Arm IHI 0069, 4.1.1) */
    return id;
}

static void end(uint32_t acknowledged)
{
    write_sysreg(ICC_EOIR1_EL1, acknowledged);
    isb();
}

/* Affinities 3, 2 and 1 choose a cluster, then a group of sixteen CPUs, a bit in it. */
static void send_call(const struct cpu *cpu)
{
    uint64_t id = cpu->id, in_cluster = id & 0xff;
    uint64_t value = (id >> 32 & 0xff) << 48 | (in_cluster >> 4) << 44 | (id >> 16 & 0xff) << 32 |
                     (uint64_t)GIC_CALL << 24 | (id >> 8 & 0xff) << 16 | 1UL << (in_cluster & 15);
    write_sysreg(ICC_SGI1R_EL1, value);
    isb();
}

const struct gic gicv3 = {
    .name = "gicv3",
    .compatible = {"arm,gic-v3"},
    .init = init,
    .enable_cpu = enable_cpu,
    .enable_private = enable_private,
    .route = route,
    .acknowledge = acknowledge,
    .end = end,
    .send_call = send_call,
};
