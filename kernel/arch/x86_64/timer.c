/* The rate of the time stamp counter, from the most trustworthy source that answers. */
#include "timer.h"

#include <lib.h>
#include <posih.h>

#include "acpi.h"
#include "hypervisor.h"
#include "x86.h"

static uint64_t hz = 1;
static const char *source = "none";

uint64_t timer_hz(void) { return hz; }
const char *timer_source(void) { return source; }

/* CPUID 0x80000007 EDX bit 8 (Intel SDM 3, 18.17.1). */
bool timer_invariant(void)
{
    return cpuid(0x80000000, 0).eax >= 0x80000007 && cpuid(0x80000007, 0).edx & 1 << 8;
}

/* Leaf 0x15: TSC = crystal * EBX / EAX. */
static uint64_t from_crystal(void)
{
    if (cpuid_max() < 0x15)
        return 0;
    struct cpuid r = cpuid(0x15, 0);
    return r.eax ? (uint64_t)r.ecx * r.ebx / r.eax : 0;
}

enum { ROUND_US = 2000, ROUNDS = 100, ENOUGH = 3, ALIKE = 256, LONGEST = 1 << 28 /* ticks */ };

/* What a round says that took so long that the timer went once round. */
static const uint64_t TOO_LONG = UINT64_MAX;

/* Channel 0 of the 8254 counts down from 65,536 once, and then its output rises. A read-back
 * command freezes both for reading, in the middle of that write. Channel 2 would need port 0x61,
 * which small machines lack. */
static uint16_t pit_count(uint64_t *when, bool *is_over)
{
    enum { OUTPUT = 1 << 7 };
    uint64_t before = timer_read();
    out8(0x43, 0xc2); /* status and count of channel 0 */
    *when = before + (timer_read() - before) / 2;
    *is_over = in8(0x40) & OUTPUT;
    uint8_t low = in8(0x40);
    return (uint16_t)(in8(0x40) << 8 | low);
}

static uint64_t pit_round(void)
{
    enum { PIT_HZ = 1193182, COUNT = PIT_HZ / 1000 * ROUND_US / 1000 };
    out8(0x43, 0x30); /* channel 0, low then high byte, mode 0 */
    out8(0x40, 0);
    out8(0x40, 0);
    uint64_t start, now;
    bool is_over;
    uint16_t first = pit_count(&start, &is_over), counted = 0;
    do
        counted = (uint16_t)(first - pit_count(&now, &is_over));
    while (!is_over && counted < COUNT && now - start < LONGEST);
    if (is_over)
        return TOO_LONG;
    return counted < COUNT ? 0 : mul_div(now - start, PIT_HZ, counted);
}

static uint32_t acpi_count(uint64_t *when)
{
    uint64_t before = timer_read();
    uint32_t count = in32(acpi_timer_port());
    *when = before + (timer_read() - before) / 2;
    return count;
}

/* The ACPI timer, 3.579545 MHz (ACPI 6.5, 4.8.2.1); 24 bits are always there. */
static uint64_t acpi_round(void)
{
    enum { ACPI_HZ = 3579545, COUNT = ACPI_HZ / 1000 * ROUND_US / 1000, MASK = 0xffffff };
    if (!acpi_timer_port())
        return 0;
    uint64_t start, now;
    uint32_t first = acpi_count(&start), counted = 0;
    do
        counted = (acpi_count(&now) - first) & MASK;
    while (counted < COUNT && now - start < LONGEST);
    return counted < COUNT ? 0 : mul_div(now - start, ACPI_HZ, counted);
}

/* Whoever has the processor meanwhile makes a round too long or too short, each by another time:
 * three in a row that agree were not disturbed. */
static uint64_t agreed(uint64_t (*round)(void))
{
    uint64_t last = 0;
    for (int rounds = 0, alike = 0; rounds < ROUNDS; rounds++) {
        uint64_t now = round();
        if (now == TOO_LONG)
            continue;
        bool is_alike = max_u64(now, last) - min_u64(now, last) <= now / ALIKE;
        alike = is_alike ? alike + 1 : 1;
        if (!now || alike == ENOUGH)
            return now;
        last = now;
    }
    return last;
}

static uint64_t from_pit(void) { return agreed(pit_round); }
static uint64_t from_acpi(void) { return agreed(acpi_round); }

/* Leaf 0x16: the base frequency in MHz, which is the TSC's to within a rounding. */
static uint64_t from_base_frequency(void)
{
    return cpuid_max() >= 0x16 ? (cpuid(0x16, 0).eax & 0xffff) * 1000000ULL : 0;
}

static uint64_t assumed(void) { return 1000000000; }

void timer_init(void)
{
    static const struct {
        const char *name;
        uint64_t (*find)(void);
    } sources[] = {
        {"cpuid15", from_crystal},
        {"hypervisor-leaf", hypervisor_tsc_leaf},
        {"hypervisor-msr", hypervisor_tsc_msr},
        {"pvclock", hypervisor_pvclock},
        {"pit", from_pit},
        {"acpi-timer", from_acpi},
        {"cpuid16", from_base_frequency},
        {"assumed", assumed},
    };
    for (unsigned i = 0; i < sizeof sources / sizeof *sources; i++)
        if ((hz = sources[i].find())) {
            source = sources[i].name;
            return;
        }
}
