/* The first I/O APIC: two registers, one of which chooses what the other shows (82093AA). */
#ifndef IOAPIC_H
#define IOAPIC_H

#include <hyperbench.h>

#define IOAPIC_SELECT 0xfec00000UL
#define IOAPIC_WINDOW 0xfec00010UL

/* Chooses the version, and looks whether there is one. */
static inline const char *ioapic_choose_version(void)
{
    enum { VERSION = 1 };
    *(volatile uint32_t *)IOAPIC_SELECT = VERSION;
    uint8_t version = (uint8_t) * (volatile uint32_t *)IOAPIC_WINDOW;
    return version && version != UINT8_MAX ? NULL : "no I/O APIC answers";
}

#endif
