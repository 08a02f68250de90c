#include "distributor.h"

#include "sysreg.h"

enum {
    GICD_ISENABLER = 0x100,
    GICD_ICENABLER = 0x180,
    GICD_IPRIORITYR = 0x400,
    GICD_ICFGR = 0xc00,
    PRIORITY_BITS = 8,
    PRIORITY = 0xa0, /* that of all */
    TRIGGER_BITS = 2,
    EDGE = 2,
    WORD_BITS = 32
};

uint64_t gic_distributor;

void distributor_set(uint32_t reg, uint32_t id, unsigned bits, uint32_t value)
{
    unsigned in_word = WORD_BITS / bits, shift = id % in_word * bits;
    uint64_t word = gic_distributor + reg + id / in_word * sizeof(uint32_t);
    uint32_t others = mmio_read32(word) & ~(((1U << bits) - 1) << shift);
    mmio_write32(word, others | value << shift);
}

/* A line whose device keeps it raised interrupts once: it is acknowledged outside the handler. */
void distributor_prepare(uint32_t id)
{
    distributor_set(GICD_IPRIORITYR, id, PRIORITY_BITS, PRIORITY);
    distributor_set(GICD_ICFGR, id, TRIGGER_BITS, EDGE);
}

static void write_bit(uint32_t reg, uint32_t id)
{
    mmio_write32(gic_distributor + reg + id / WORD_BITS * sizeof(uint32_t), 1U << id % WORD_BITS);
}

void distributor_enable(uint32_t id) { write_bit(GICD_ISENABLER, id); }
void distributor_disable(uint32_t id) { write_bit(GICD_ICENABLER, id); }
