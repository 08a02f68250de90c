/* Finding ACPI tables, and the CPUs in the MADT. ACPI specification 6.5, section 5.2. */
#include "acpi.h"

#include <lib.h>

#include "x86.h"

struct rsdp {
    char signature[8];
    uint8_t checksum;
    char oem[6];
    uint8_t revision;
    uint32_t rsdt;
    uint32_t length;
    uint64_t xsdt;
    uint8_t extended_checksum, reserved[3];
} __attribute__((packed));

struct table {
    char signature[4];
    uint32_t length;
    uint8_t revision, checksum;
    char oem[6], oem_table[8];
    uint32_t oem_revision, creator, creator_revision;
} __attribute__((packed));

enum { RSDP1_SIZE = 20, MAPPED_END = 0xffffffff };

static struct rsdp rsdp_copy;
static const struct rsdp *rsdp;

static bool sums_to_zero(const void *start, uint32_t size)
{
    uint8_t sum = 0;
    for (const uint8_t *byte = start; size; size--)
        sum = (uint8_t)(sum + *byte++);
    return sum == 0;
}

void acpi_set_rsdp(uint64_t address, bool copy)
{
    rsdp = (const struct rsdp *)address;
    if (copy) {
        memcpy(&rsdp_copy, rsdp, rsdp->revision < 2 ? RSDP1_SIZE : sizeof rsdp_copy);
        rsdp = &rsdp_copy;
    }
}

/* Section 5.2.5.1: on a 16-byte boundary in the first KiB of the EBDA or in the BIOS area. */
static const struct rsdp *scan(uint64_t start, uint64_t end)
{
    for (; start < end; start += 16) {
        const struct rsdp *candidate = (const struct rsdp *)start;
        if (!memcmp(candidate->signature, "RSD PTR ", 8) && sums_to_zero(candidate, RSDP1_SIZE))
            return candidate;
    }
    return NULL;
}

void acpi_init(void)
{
    uint64_t ebda = bios_ebda();
    if (!rsdp && ebda)
        rsdp = scan(ebda, ebda + 1024);
    if (!rsdp)
        rsdp = scan(0xe0000, 0x100000);
}

static const struct table *check(uint64_t address, const char *signature)
{
    const struct table *table = (const struct table *)address;
    if (!address || address > MAPPED_END || memcmp(table->signature, signature, 4) ||
        table->length < sizeof *table || !sums_to_zero(table, table->length))
        return NULL;
    return table;
}

uint64_t acpi_table(const char *signature)
{
    if (!rsdp)
        return 0;
    bool extended = rsdp->revision >= 2 && rsdp->xsdt;
    const struct table *root = extended ? check(rsdp->xsdt, "XSDT") : check(rsdp->rsdt, "RSDT");
    if (!root)
        return 0;
    uint32_t width = extended ? 8 : 4;
    for (uint32_t at = sizeof *root; at + width <= root->length; at += width) {
        uint64_t address = 0;
        memcpy(&address, (const char *)root + at, width);
        if (check(address, signature))
            return address;
    }
    return 0;
}

struct madt {
    struct table header;
    uint32_t apic_address, flags;
};

struct madt_entry {
    uint8_t type, length;
} __attribute__((packed));

struct madt_apic {
    struct madt_entry entry;
    uint8_t processor, apic_id;
    uint32_t flags;
} __attribute__((packed));

struct madt_x2apic {
    struct madt_entry entry;
    uint16_t reserved;
    uint32_t apic_id, flags, processor;
} __attribute__((packed));

enum { MADT_APIC = 0, MADT_X2APIC = 9, MADT_ENABLED = 1, APIC_ID_NONE = 0xff };

bool acpi_for_each_cpu(void (*on_each)(uint32_t apic_id))
{
    const struct madt *madt = (const struct madt *)acpi_table("APIC");
    if (!madt)
        return false;
    uint64_t next = (uint64_t)(madt + 1), end = (uint64_t)madt + madt->header.length;
    while (next + sizeof(struct madt_entry) <= end) {
        const struct madt_entry *entry = (const struct madt_entry *)next;
        if (entry->length < sizeof *entry || next + entry->length > end)
            break;
        const struct madt_apic *apic = (const void *)entry;
        const struct madt_x2apic *x2apic = (const void *)entry;
        if (entry->type == MADT_APIC && (apic->flags & MADT_ENABLED) &&
            apic->apic_id != APIC_ID_NONE)
            on_each(apic->apic_id);
        else if (entry->type == MADT_X2APIC && (x2apic->flags & MADT_ENABLED))
            on_each(x2apic->apic_id);
        next += entry->length;
    }
    return true;
}

struct spcr {
    struct table header;
    uint8_t interface, reserved[3];
    uint8_t space, width, offset, access;
    uint64_t address;
} __attribute__((packed));

enum { SPACE_IO = 1 };

uint16_t acpi_console_port(void)
{
    const struct spcr *spcr = (const struct spcr *)acpi_table("SPCR");
    return spcr && spcr->space == SPACE_IO ? (uint16_t)spcr->address : 0;
}
