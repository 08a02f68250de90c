/* Entry as an EFI application, with the firmware's MMU and caches on. No relocation has been made:
 * no static pointers here. */
#include <efi.h>
#include <lib.h>

#include "early.h"
#include "paging.h"

enum { SMALLEST_LINE = 16 };

_Noreturn void efi_begin(uint64_t tree, uint64_t copy);

uint64_t efi_entry(void *image, struct efi_system *system);

/* Writes the lines back, so that they are read with the caches off. */
static void clean(uint64_t start, uint64_t size)
{
    for (uint64_t at = align_down(start, SMALLEST_LINE); at < start + size; at += SMALLEST_LINE)
        asm volatile("dc cvac, %0" : : "r"(at) : "memory");
    asm volatile("dsb sy\n\tic iallu\n\tdsb sy\n\tisb" : : : "memory");
}

/* The second word of its header, big-endian (Devicetree Specification 0.4, 5.2). */
static uint64_t tree_size(uint64_t tree)
{
    return min_u64(__builtin_bswap32(((const uint32_t *)tree)[1]), EARLY_TREE_MAX);
}

uint64_t efi_entry(void *image, struct efi_system *system)
{
    uint64_t here = (uint64_t)image_start, size = (uint64_t)(image_end - image_start);
    efi_ask(image, system);
    if (!efi.tree)
        return efi_refuse(system, "HyperBench: the firmware has no device tree, only ACPI, which "
                                  "this kernel does not read: turn ACPI off");
    uint64_t place = efi_leave(image, system, 0, size);
    if (!place)
        return efi_refuse(system, "HyperBench: the firmware leaves no memory free");
    memcpy((void *)place, (void *)here, size);
    clean(here, size);
    clean(place, size);
    clean(efi.tree, tree_size(efi.tree));
    efi_begin(efi.tree, place);
}
