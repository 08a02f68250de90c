/* The fixed hardware that ACPI's FADT describes: its timer, and the way to power off. */
#include <lib.h>

#include "acpi.h"
#include "x86.h"

struct address { /* generic address structure */
    uint8_t space, width, offset, access;
    uint64_t address;
} __attribute__((packed));

struct fadt { /* ACPI 6.5, table 5.9; only what is used has a name */
    uint8_t header[36];
    uint32_t facs, dsdt;
    uint8_t unused0[4];
    uint32_t smi_command;
    uint8_t acpi_enable, unused1[11];
    uint32_t pm1a_control, pm1b_control;
    uint8_t unused2[4];
    uint32_t pm_timer;
    uint8_t unused3[32];
    uint32_t flags;
    uint8_t unused4[24];
    uint64_t x_dsdt;
    uint8_t unused5[96];
    struct address sleep_control, sleep_status;
} __attribute__((packed));

_Static_assert(__builtin_offsetof(struct fadt, pm_timer) == 76, "FADT layout");
_Static_assert(__builtin_offsetof(struct fadt, flags) == 112, "FADT layout");
_Static_assert(__builtin_offsetof(struct fadt, x_dsdt) == 140, "FADT layout");
_Static_assert(__builtin_offsetof(struct fadt, sleep_control) == 244, "FADT layout");

enum {
    LENGTH_AT = 4, /* of any table */
    HW_REDUCED = 1 << 20,
    SCI_EN = 1 << 0,
    SLP_EN = 1 << 13,
    SPACE_MEMORY = 0,
    SPACE_IO = 1
};

static uint32_t table_length(uint64_t table) { return *(const uint32_t *)(table + LENGTH_AT); }

static const struct fadt *find_fadt(void) { return (const struct fadt *)acpi_table("FACP"); }

uint16_t acpi_timer_port(void)
{
    const struct fadt *fadt = find_fadt();
    return fadt && !(fadt->flags & HW_REDUCED) ? (uint16_t)fadt->pm_timer : 0;
}

/* The first element of the package \_S5: what to write into SLP_TYP. AML, ACPI 6.5 20.2:
 * NameOp "_S5_" PackageOp PkgLength NumElements, then an integer in one of its forms. */
static bool find_s5(uint64_t dsdt, uint8_t *type)
{
    enum { PACKAGE_OP = 0x12, BYTE_PREFIX = 0x0a };
    enum { SHORTEST = 8 }; /* name, operator, length, count, one byte of value */
    const uint8_t *end = (const uint8_t *)dsdt + table_length(dsdt);
    for (const uint8_t *at = (const uint8_t *)dsdt; at + SHORTEST <= end; at++) {
        if (memcmp(at, "_S5_", 4) || at[4] != PACKAGE_OP)
            continue;
        const uint8_t *element = at + 5;
        element += 1 + (*element >> 6) + 1; /* PkgLength's own length, NumElements */
        if (*element == BYTE_PREFIX)
            element++;
        *type = *element;
        return element < end;
    }
    return false;
}

static void write_register(const struct address *to, uint8_t value)
{
    if (to->space == SPACE_MEMORY)
        *(volatile uint8_t *)to->address = value;
    else if (to->space == SPACE_IO)
        out8((uint16_t)to->address, value);
}

static void enter_acpi_mode(const struct fadt *fadt, uint16_t control)
{
    if (!fadt->smi_command || !fadt->acpi_enable || (in16(control) & SCI_EN))
        return;
    out8((uint16_t)fadt->smi_command, fadt->acpi_enable);
    for (int tries = 0; tries < 1000 && !(in16(control) & SCI_EN); tries++)
        asm volatile("pause");
}

void acpi_power_off(void)
{
    const struct fadt *fadt = find_fadt();
    uint8_t type;
    if (!fadt)
        return;
    uint64_t dsdt = table_length((uint64_t)fadt) >= 148 && fadt->x_dsdt ? fadt->x_dsdt : fadt->dsdt;
    if (!dsdt || !find_s5(dsdt, &type))
        return;
    if (fadt->flags & HW_REDUCED) {
        /* Section 4.8.3.7: SLP_TYPx in bits 4:2, SLP_EN bit 5. */
        write_register(&fadt->sleep_control, (uint8_t)(type << 2 | 1 << 5));
        return;
    }
    uint16_t control = (uint16_t)fadt->pm1a_control;
    enter_acpi_mode(fadt, control);
    uint16_t value = (uint16_t)(type << 10 | SLP_EN);
    out16(control, (uint16_t)((in16(control) & 0x03ff) | value));
    if (fadt->pm1b_control)
        out16((uint16_t)fadt->pm1b_control, value);
}
