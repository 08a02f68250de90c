/* CPUs from the tables that came before ACPI, still all that small VMMs offer. Intel
 * MultiProcessor Specification 1.4, chapter 4. */
#include "mptable.h"

#include <lib.h>

#include "x86.h"

struct floating_pointer {
    char signature[4];
    uint32_t table;
    uint8_t length, revision, checksum, features[5];
};

struct configuration {
    char signature[4];
    uint16_t length;
    uint8_t revision, checksum;
    char oem[8], product[12];
    uint32_t oem_table;
    uint16_t oem_size, entries;
    uint32_t apic_address, reserved;
};

struct processor {
    uint8_t type, apic_id, apic_version, flags;
    uint8_t rest[16];
};

enum { PROCESSOR = 0, PROCESSOR_ENABLED = 1, OTHER_ENTRY_SIZE = 8 };

static const struct floating_pointer *scan(uint64_t start, uint64_t end)
{
    for (; start < end; start += 16)
        if (!memcmp((const void *)start, "_MP_", 4))
            return (const struct floating_pointer *)start;
    return NULL;
}

/* Section 4: the EBDA's first KiB, the last KiB of base memory, the BIOS area. */
static const struct floating_pointer *find(void)
{
    const struct floating_pointer *structure = NULL;
    uint64_t ebda = bios_ebda();
    if (ebda)
        structure = scan(ebda, ebda + 1024);
    if (!structure)
        structure = scan(0x9fc00, 0xa0000);
    return structure ? structure : scan(0xf0000, 0x100000);
}

bool mptable_for_each_cpu(void (*on_each)(uint32_t apic_id))
{
    const struct floating_pointer *pointer = find();
    if (!pointer || !pointer->table)
        return false;
    const struct configuration *table = (const void *)(uint64_t)pointer->table;
    if (memcmp(table->signature, "PCMP", 4))
        return false;
    /* By the table's length: some monitors leave the number of entries at 0. */
    const uint8_t *entry = (const uint8_t *)(table + 1);
    const uint8_t *end = (const uint8_t *)table + table->length;
    while (entry + OTHER_ENTRY_SIZE <= end) {
        const struct processor *processor = (const void *)entry;
        if (processor->type != PROCESSOR) {
            entry += OTHER_ENTRY_SIZE;
            continue;
        }
        if (processor->flags & PROCESSOR_ENABLED)
            on_each(processor->apic_id);
        entry += sizeof *processor;
    }
    return true;
}
