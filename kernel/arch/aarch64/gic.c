/* Which interrupt controller this machine has. */
#include "gic.h"

#include <fdt.h>

#include "distributor.h"

static const struct gic *const kinds[] = {&gicv2, &gicv3};
static const struct gic *gic;
static uint32_t interrupt_cells = 3;

static fdt_node find(const struct gic *kind)
{
    for (unsigned i = 0; i < 4 && kind->compatible[i]; i++) {
        fdt_node node = fdt_compatible(kind->compatible[i]);
        if (node != FDT_NONE)
            return node;
    }
    return FDT_NONE;
}

const char *gic_init(void)
{
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        fdt_node node = find(kinds[i]);
        if (node == FDT_NONE || !(gic_distributor = kinds[i]->init(node)) ||
            !kinds[i]->enable_cpu(&boot_cpu))
            continue;
        fdt_cell(node, "#interrupt-cells", 0, &interrupt_cells);
        gic = kinds[i];
        return gic->name;
    }
    return "none";
}

bool gic_present(void) { return gic; }
uint32_t gic_interrupt_cells(void) { return interrupt_cells; }
bool gic_enable_cpu(struct cpu *cpu) { return gic->enable_cpu(cpu); }
void gic_enable_private(uint32_t id) { gic->enable_private(id); }

void gic_enable_shared(uint32_t id)
{
    distributor_prepare(id);
    gic->route(id);
    distributor_enable(id);
}

void gic_disable_shared(uint32_t id) { distributor_disable(id); }

uint32_t gic_acknowledge(void) { return gic->acknowledge(); }
void gic_end(uint32_t acknowledged) { gic->end(acknowledged); }

/* A GICv2 adds the sender's number above, in three bits; a GICv3 has numbers beyond. */
uint32_t gic_id_of(uint32_t acknowledged)
{
    return acknowledged < GIC_MESSAGES ? acknowledged & 0x3ff : acknowledged;
}

void gic_send_call(const struct cpu *cpu)
{
    asm volatile("dsb ishst" : : : "memory");
    gic->send_call(cpu);
}
