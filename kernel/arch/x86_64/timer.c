/* The rate of the time stamp counter, from the most trustworthy source that answers. */
#include "timer.h"

#include <lib.h>
#include <posih.h>

#include "acpi.h"
#include "hypervisor.h"
#include "x86.h"

static uint64_t hz = 1;
static const char *found = "none";

uint64_t timer_hz(void) { return hz; }
const char *timer_found(void) { return found; }

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

enum { CALIBRATION_MS = 10, ROUNDS = 3, PATIENCE = 1 << 30 /* ticks */ };

/* Channel 2 of the 8254 counts down from a value and raises its output, readable in port
 * 0x61 bit 5. Returns the ticks that took, 0 when it never came. */
static uint64_t pit_round(void)
{
    enum { PIT_HZ = 1193182, COUNT = PIT_HZ * CALIBRATION_MS / 1000 };
    uint8_t gate = in8(0x61);
    out8(0x61, (uint8_t)((gate & ~2) | 1)); /* gate on, speaker off */
    out8(0x43, 0xb0);                       /* channel 2, low then high byte, mode 0 */
    out8(0x42, COUNT & 0xff);
    out8(0x42, COUNT >> 8);
    uint64_t start = timer_read(), now = start;
    while (!(in8(0x61) & 1 << 5) && now - start < PATIENCE)
        now = timer_read();
    now = timer_read();
    out8(0x61, gate);
    bool too_soon = now - start < 10000; /* no PIT: the port reads as all ones */
    return too_soon || now - start >= PATIENCE ? 0 : mul_div(now - start, PIT_HZ, COUNT);
}

/* The ACPI timer, 3.579545 MHz (ACPI 6.5, 4.8.2.1); 24 bits are always there. */
static uint64_t acpi_round(void)
{
    enum { ACPI_HZ = 3579545, COUNT = ACPI_HZ * CALIBRATION_MS / 1000, MASK = 0xffffff };
    uint16_t port = acpi_timer_port();
    if (!port)
        return 0;
    uint32_t first = in32(port), counted = 0;
    uint64_t start = timer_read(), now = start;
    while (counted < COUNT && now - start < PATIENCE) {
        counted = (in32(port) - first) & MASK;
        now = timer_read();
    }
    return counted < COUNT ? 0 : mul_div(now - start, ACPI_HZ, counted);
}

static int disturbed_least(uint64_t a, uint64_t b) { return a && (!b || a < b); }

/* A delay can only lengthen a round, so the smallest is the truest. */
static uint64_t best_of(uint64_t (*round)(void))
{
    uint64_t best = 0;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t result = round();
        if (disturbed_least(result, best))
            best = result;
        if (!result)
            break;
    }
    return best;
}

static uint64_t from_pit(void) { return best_of(pit_round); }
static uint64_t from_acpi(void) { return best_of(acpi_round); }

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
            found = sources[i].name;
            return;
        }
}
