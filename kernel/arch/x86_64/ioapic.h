/* The first I/O APIC: two registers, one of which chooses what the other shows (82093AA). */
#ifndef IOAPIC_H
#define IOAPIC_H

#include <apic.h>
#include <hyperbench.h>

#define IOAPIC_SELECT 0xfec00000UL
#define IOAPIC_WINDOW 0xfec00010UL

/* Chooses the version, and looks whether there is one. */
static inline const char *ioapic_choose_version(void)
{
    enum { VERSION = 1 };
    *(volatile uint32_t *)IOAPIC_SELECT = VERSION;
    uint8_t version = (uint8_t)*(volatile uint32_t *)IOAPIC_WINDOW;
    return version && version != UINT8_MAX ? NULL : "no I/O APIC answers";
}

enum { IOAPIC_MASKED = 1 << 16 };

/* Writes `entry`, a vector or IOAPIC_MASKED, to the lines that no device of the PC has, of the
 * first I/O APIC and of the second that QEMU's microvm has for its virtio devices. They are raised
 * by edges, and interrupt this CPU. */
static inline void ioapic_route_all(uint32_t entry)
{
    enum { VERSION = 1, ENTRIES = 0x10, FIRST_FREE = 5, BOTH = 2, APART = 0x10000 };
    for (unsigned i = 0; i < BOTH; i++) {
        volatile uint32_t *select = (volatile uint32_t *)(IOAPIC_SELECT + i * APART);
        volatile uint32_t *window = (volatile uint32_t *)(IOAPIC_WINDOW + i * APART);
        *select = VERSION;
        uint32_t last = *window >> 16 & UINT8_MAX;
        for (uint32_t line = FIRST_FREE; last != UINT8_MAX && line <= last; line++) {
            *select = ENTRIES + 2 * line + 1;
            *window = apic_id() << 24;
            *select = ENTRIES + 2 * line;
            *window = entry;
        }
    }
}

#endif
