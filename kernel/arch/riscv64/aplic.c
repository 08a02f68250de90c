/* The advanced PLIC. RISC-V Advanced Interrupt Architecture 1.0, chapter 4: registers of a domain
 * (4.5), and of each hart that it interrupts itself (4.8). */
#include <fdt.h>

#include "cpu.h"
#include "device.h"
#include "imsic.h"
#include "line.h"

enum {
    CONFIGURATION = 0x0000,
    SOURCES = 0x0000, /* a word for each line, from 1 on */
    ENABLE = 0x1edc,
    DISABLE = 0x1fdc,
    TARGETS = 0x3000, /* a word for each line, from 1 on */
    HARTS = 0x4000,
    HART = 0x20,
    DELIVERS = 0x00,
    THRESHOLD = 0x08,
    CLAIM = 0x1c,

    BY_MESSAGES = 1 << 2, /* in CONFIGURATION */
    INTERRUPTS = 1 << 8,
    RISING_EDGE = 4, /* in SOURCES */
    HART_SHIFT = 18, /* in TARGETS, with a priority or a message below */
    PRIORITY = 1,
    NUMBER = 16, /* in CLAIM */
    LINES = 1024
};

static uint64_t base;
static unsigned hart;

static volatile uint32_t *word(uint64_t offset) { return (volatile uint32_t *)(base + offset); }
static volatile uint32_t *own(unsigned reg) { return word(HARTS + (uint64_t)hart * HART + reg); }

bool aplic_sends(void)
{
    uint32_t size;
    return fdt_property(device_node(DEVICE_APLIC), "msi-parent", &size);
}

static bool find(bool sends)
{
    base = device_registers(DEVICE_APLIC);
    return base && (sends ? imsic_index(boot_cpu.hart, &hart)
                          : device_interrupt_entry(device_node(DEVICE_APLIC), boot_cpu.hart,
                                                   IRQ_EXTERNAL, &hart));
}

/* A line whose device keeps it raised interrupts once: it is acknowledged outside the handler. */
bool aplic_take(uint32_t number)
{
    bool sends = aplic_sends();
    uint64_t place = number * sizeof(uint32_t);
    if (!number || number >= LINES || !find(sends))
        return false;
    *word(CONFIGURATION) = INTERRUPTS | (sends ? BY_MESSAGES : 0);
    *word(SOURCES + place) = RISING_EDGE;
    *word(TARGETS + place) = hart << HART_SHIFT | (sends ? IMSIC_DEVICE : PRIORITY);
    *word(ENABLE) = number;
    if (!sends) {
        *own(THRESHOLD) = 0; /* none is held back */
        *own(DELIVERS) = 1;
    }
    return true;
}

void aplic_give_back(uint32_t number) { *word(DISABLE) = number; }

uint32_t aplic_claim(void) { return *own(CLAIM) >> NUMBER; }
