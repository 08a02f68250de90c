#include "its.h"

#include <fdt.h>
#include <lib.h>

#include "cpu.h"
#include "paging.h"

enum {
    GITS_CTLR = 0x0,
    GITS_TYPER = 0x8,
    GITS_CBASER = 0x80,
    GITS_CWRITER = 0x88,
    GITS_CREADR = 0x90,
    GITS_BASER = 0x100,
    GITS_TRANSLATER = 0x10040,
    TABLES = 8,
    TYPE_DEVICES = 1,
    TYPE_COLLECTIONS = 4,

    /* Redistributor. */
    GICR_CTLR = 0x0,
    GICR_TYPER = 0x8,
    GICR_PROPBASER = 0x70,
    GICR_PENDBASER = 0x78,

    ENABLE = 1,
    MAX_READS = 1000000, /* of a register, then we go on */

    TABLE_BYTES = 0x10000,
    QUEUE_BYTES = 0x1000,
    COMMAND_BYTES = 32,
    NUMBER_BITS = 14 /* of interrupts' numbers: 8192 have no line */
};

/* Fields of the registers that hold a table's address. All tables are in normal memory. */
#define VALID (1UL << 63)
#define ITS_WRITE_BACK (7UL << 59 | 1UL << 10)
#define REDISTRIBUTOR_WRITE_BACK (7UL << 7 | 1UL << 10)
#define SHAREABLE (3UL << 10)
#define PAGES_OF_64K (2UL << 8)
#define PENDING_IS_ZERO (1UL << 62)
#define TYPE_OF(base) ((base) >> 56 & 7)
#define PHYSICAL_TARGETS (1UL << 19)

static uint64_t its; /* its registers */
static uint64_t written;
static bool enabled;
static struct {
    uint8_t pending[TABLE_BYTES], devices[TABLE_BYTES], collections[TABLE_BYTES];
    uint8_t events[2][QUEUE_BYTES], queue[QUEUE_BYTES];
    uint8_t settings[1 << (NUMBER_BITS - 1)];
} *tables;

static uint64_t read64(uint64_t address)
{
    uint64_t value;
    asm volatile("ldr %0, [%1]" : "=r"(value) : "r"(address) : "memory");
    return value;
}

static void write64(uint64_t address, uint64_t value)
{
    asm volatile("str %0, [%1]" : : "r"(value), "r"(address) : "memory");
}

void its_init(void)
{
    struct mem_region registers;
    if (!fdt_reg(fdt_compatible("arm,gic-v3-its"), 0, &registers) ||
        !paging_map_device(registers.base, TABLE_BYTES))
        return;
    tables = heap_alloc(sizeof *tables, TABLE_BYTES);
    its = tables ? registers.base : 0;
}

/* A command is four words (IHI 0069, 5.3). They are seen before the register is. */
static void command(uint64_t first, uint64_t second, uint64_t third)
{
    uint64_t *at = (uint64_t *)&tables->queue[written];
    at[0] = first;
    at[1] = second;
    at[2] = third;
    at[3] = 0;
    written = (written + COMMAND_BYTES) % QUEUE_BYTES;
    dsb();
    write64(its + GITS_CWRITER, written);
}

static bool commands_are_done(void)
{
    for (int tries = 0; tries < MAX_READS; tries++)
        if (read64(its + GITS_CREADR) == written)
            return true;
    return false;
}

/* Event 0 of `device`, whose table is `events`, comes as an interrupt to collection 0. */
static void map_event(uint64_t device, const uint8_t *events, uint64_t interrupt)
{
    enum { MAPD = 8, MAPTI = 10, INV = 12, DEVICE = 32, INTERRUPT = 32 };
    command(MAPD | device << DEVICE, 0, (uint64_t)events | VALID);
    command(MAPTI | device << DEVICE, interrupt << INTERRUPT, 0);
    command(INV | device << DEVICE, 0, 0);
}

/* Collection 0 is this CPU; event 0 of device 0 is ITS_INTERRUPT. */
static bool map_message(uint64_t redistributor)
{
    enum { SYNC = 5, MAPC = 9 };
    uint64_t number = read64(redistributor + GICR_TYPER) >> 8 & 0xffff;
    bool physical = read64(its + GITS_TYPER) & PHYSICAL_TARGETS;
    uint64_t target = physical ? redistributor : number << 16;
    command(MAPC, 0, target | VALID);
    map_event(0, tables->events[0], ITS_INTERRUPT);
    command(SYNC, 0, target);
    return commands_are_done();
}

static void enable_redistributor(uint64_t redistributor)
{
    enum { PRIORITY_AND_ENABLE = 0xa3 };
    tables->settings[0] = tables->settings[1] = PRIORITY_AND_ENABLE;
    write64(redistributor + GICR_PROPBASER,
            (uint64_t)tables->settings | REDISTRIBUTOR_WRITE_BACK | (NUMBER_BITS - 1));
    write64(redistributor + GICR_PENDBASER,
            (uint64_t)tables->pending | REDISTRIBUTOR_WRITE_BACK | PENDING_IS_ZERO);
    dsb();
    mmio_write32(redistributor + GICR_CTLR, mmio_read32(redistributor + GICR_CTLR) | ENABLE);
}

/* Returns whether the service sees what is in caches. */
static bool set_tables(void)
{
    for (unsigned i = 0; i < TABLES; i++) {
        uint64_t at = its + GITS_BASER + i * sizeof(uint64_t), type = TYPE_OF(read64(at));
        if (type == TYPE_DEVICES)
            write64(at, (uint64_t)tables->devices | VALID | ITS_WRITE_BACK | PAGES_OF_64K);
        else if (type == TYPE_COLLECTIONS)
            write64(at, (uint64_t)tables->collections | VALID | ITS_WRITE_BACK | PAGES_OF_64K);
    }
    write64(its + GITS_CBASER, (uint64_t)tables->queue | VALID | ITS_WRITE_BACK);
    write64(its + GITS_CWRITER, 0);
    return read64(its + GITS_CBASER) & SHAREABLE;
}

const char *its_enable(void)
{
    uint64_t redistributor = boot_cpu.redistributor;
    if (!its || !redistributor)
        return "the device tree names no interrupt translation service (ITS)";
    if (enabled)
        return NULL;
    if ((mmio_read32(redistributor + GICR_CTLR) | mmio_read32(its + GITS_CTLR)) & ENABLE)
        return "firmware uses the interrupt translation service";
    memset(tables, 0, sizeof *tables);
    enable_redistributor(redistributor);
    if (!set_tables())
        return "the interrupt translation service does not see the caches";
    mmio_write32(its + GITS_CTLR, ENABLE);
    enabled = map_message(redistributor);
    return enabled ? NULL : "the interrupt translation service takes no commands";
}

void its_send(void)
{
    enum { INT = 3 };
    command(INT, 0, 0);
}

const char *its_expect(uint32_t requester)
{
    const char *reason = its_enable();
    if (reason)
        return reason;
    map_event(requester, tables->events[1], ITS_MESSAGE);
    return commands_are_done() ? NULL : "the interrupt translation service takes no commands";
}

uint64_t its_doorbell(void) { return its + GITS_TRANSLATER; }
