#include "imsic.h"

#include <fdt.h>
#include <posih.h>

#include "csr.h"
#include "device.h"
#include "paging.h"
#include "probe.h"

enum {
    /* Registers of the file, reached through siselect and sireg (AIA 3.8). */
    EIDELIVERY = 0x70,
    EITHRESHOLD = 0x72,
    EIE0 = 0xc0 /* enable bits of identities 0 to 63 */
};

static fdt_node node = FDT_NONE;

/* The tree has a node for each privilege level's files. They differ in the interrupt that
 * they raise in a hart: number 9 is the supervisor's external interrupt. */
static bool is_supervisor_level(fdt_node at)
{
    uint32_t interrupt;
    return fdt_is_compatible(at, "riscv,imsics") && fdt_is_available(at) &&
           fdt_cell(at, "interrupts-extended", 1, &interrupt) && interrupt == IRQ_EXTERNAL;
}

bool imsic_find(void)
{
    for (node = fdt_root(); node != FDT_NONE; node = fdt_next(node))
        if (is_supervisor_level(node))
            break;
    if (node == FDT_NONE || !csr_readable(CSR_STOPEI))
        return false;
    struct mem_region files;
    for (unsigned i = 0; fdt_reg(node, i, &files); i++)
        paging_map_device(files.base, files.size);
    return true;
}

/* The index-th file, when the parts of `reg` are put one after another. A file is followed
 * by those of the hart's guests, 2^guest-index-bits pages in all (device-tree binding
 * riscv,imsics). */
static volatile uint32_t *file(uint64_t index)
{
    uint32_t guest_bits = 0;
    fdt_cell(node, "riscv,guest-index-bits", 0, &guest_bits);
    uint64_t span = (uint64_t)PAGE_4K << (guest_bits & 31), offset = index * span;
    struct mem_region files;
    for (unsigned i = 0; fdt_reg(node, i, &files); i++) {
        if (offset < files.size)
            return (volatile uint32_t *)(files.base + offset);
        offset -= min_u64(align_up(files.size, span), offset);
    }
    return NULL;
}

bool imsic_index(uint64_t hart, unsigned *index)
{
    return device_interrupt_entry(node, hart, IRQ_EXTERNAL, index);
}

volatile uint32_t *imsic_address(uint64_t hart)
{
    unsigned index;
    return imsic_index(hart, &index) ? file(index) : NULL;
}

static void write_register(uint64_t reg, uint64_t value)
{
    csr_write(CSR_SISELECT, reg);
    csr_write(CSR_SIREG, value);
}

void imsic_enable(void)
{
    write_register(EIE0, 1 << IMSIC_CALL | 1 << IMSIC_DEVICE);
    write_register(EITHRESHOLD, 0); /* none is held back */
    write_register(EIDELIVERY, 1);
}

/* The page's first word takes identities in little-endian order (AIA 3.5). */
void imsic_send(volatile uint32_t *to) { *to = IMSIC_CALL; }

/* Writing stopei, with any value, claims what reading it has shown (AIA 3.10). */
uint32_t imsic_claim(void)
{
    enum { IDENTITY = 16 };
    uint64_t top;
    asm volatile("csrrw %0, " CSR_TEXT(CSR_STOPEI) ", zero" : "=r"(top) : : "memory");
    return (uint32_t)(top >> IDENTITY);
}
