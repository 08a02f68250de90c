/* A page of the physical address space that nobody serves. */
#ifndef MMIO_H
#define MMIO_H

#include <hyperbench.h>

/* Between the PC's fixed devices; there is no RAM there, and no device of a virtual machine. Real
 * machines may keep something of the chipset's there: benchmarks of it are DANGEROUS_ON_METAL. */
#define NOBODYS_PAGE 0xfed70000UL

/* Nobody: a read brings the same for all words, 0 or all ones by the monitor's custom. */
static inline const char *nobodys_page_check(void)
{
    const volatile uint32_t *page = (const volatile uint32_t *)NOBODYS_PAGE;
    for (unsigned i = 0; i < 4; i++)
        if (page[i] != 0 && page[i] != UINT32_MAX)
            return "a device answers where none was expected";
    return NULL;
}

#define MMIO .path = PATH_MONITOR, .flags = DANGEROUS_ON_METAL, .init = nobodys_page_check

/* The benchmarks of the loops run8 to run64, each of which moves so many bits. */
#define MMIO_BY_WIDTH(verb, place) \
    MMIO_OF(8, verb, place);       \
    MMIO_OF(16, verb, place);      \
    MMIO_OF(32, verb, place);      \
    MMIO_OF(64, verb, place)
#define MMIO_OF(bits, verb, place)                             \
    VARIANT_OF(run##bits, control##bits, of_##bits, "-" #bits, \
               .summary = verb " " #bits " bits " place, .exits = 1, MMIO)

#endif
