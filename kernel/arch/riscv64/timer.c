/*
 * The counter. `time` has a constant rate, which the device tree tells, but a coarse one: 10
 * MHz on QEMU's virt machine. `cycle` is finer, and counts exactly one an instruction where
 * an emulator counts instructions; but it may be withheld (scounteren, hcounteren), stand
 * still or trap, and its rate may change with the clock. `instret` counts work instead of
 * time: a tick stands for a different time in every program, so it is never chosen unasked.
 */
#include "timer.h"

#include <fdt.h>
#include <lib.h>
#include <options.h>
#include <posih.h>

#include "csr.h"

enum counter { TIME, CYCLE, INSTRET, COUNTERS };

static const struct {
    const char *name, *source;
    uint32_t csr; /* unprivileged specification, "Zicntr" */
} counters[COUNTERS] = {
    {"time", "time:timebase", 0xc01},
    {"cycle", "cycle:time", 0xc00},
    {"instret", "instret:time", 0xc02},
};

enum { TIMEBASE_ASSUMED = 10000000, CALIBRATIONS_A_SECOND = 200, ROUNDS = 3 };

static uint64_t at_entry[COUNTERS];
static enum counter counter;
static uint64_t timebase = TIMEBASE_ASSUMED, hz = 1;
static const char *source = "time:assumed";

uint64_t timer_hz(void) { return hz; }
const char *timer_source(void) { return source; }
bool timer_invariant(void) { return counter == TIME; }
uint64_t timebase_hz(void) { return timebase; }

void timer_set_entry(uint64_t time, uint64_t cycle, uint64_t instret)
{
    at_entry[TIME] = time;
    at_entry[CYCLE] = cycle;
    at_entry[INSTRET] = instret;
}

/* Of /cpus, or in older trees of each CPU. */
static void find_timebase(void)
{
    uint32_t value;
    fdt_node cpus = fdt_path("/cpus");
    if ((fdt_cell(cpus, "timebase-frequency", 0, &value) ||
         fdt_cell(fdt_child(cpus), "timebase-frequency", 0, &value)) &&
        value) {
        timebase = value;
        source = counters[TIME].source;
    }
}

/* Writes the counter's number into the CSRR of every timer_read(): it is in bits 31:20
 * (unprivileged specification, "Zicsr"). Other harts have not started yet. */
static void use(enum counter chosen)
{
    enum { CSR_SHIFT = 20 };
    extern const int32_t counter_reads_start[], counter_reads_end[];
    for (const int32_t *site = counter_reads_start; site < counter_reads_end; site++) {
        uint16_t *half = (uint16_t *)((uint64_t)site + (uint64_t)(int64_t)*site);
        uint32_t instruction = half[0] | (uint32_t)half[1] << 16;
        instruction &= (1U << CSR_SHIFT) - 1;
        instruction |= counters[chosen].csr << CSR_SHIFT;
        half[0] = (uint16_t)instruction; /* aligned to 2 bytes only */
        half[1] = (uint16_t)(instruction >> 16);
    }
    asm volatile("fence.i" : : : "memory");
    counter = chosen;
    boot_info.entry_time = at_entry[chosen];
}

/* Some hypervisors let the CSR be read and answer 0. */
static bool counts(enum counter candidate)
{
    if (!at_entry[candidate])
        return false;
    return candidate == CYCLE ? csr_read(cycle) > at_entry[CYCLE]
                              : csr_read(instret) > at_entry[INSTRET];
}

/* Whether reading `cycle` takes less than a microsecond: no exit is that cheap, and where
 * every read is one, the counter disturbs more than it tells. */
static bool cycle_is_quick(void)
{
    enum { READS = 256, READS_A_SECOND = 1000000 };
    uint64_t start = csr_read(time);
    for (int i = 0; i < READS; i++)
        csr_read(cycle);
    return csr_read(time) - start < mul_div(timebase, READS, READS_A_SECOND);
}

static enum counter choose(void)
{
    for (enum counter c = CYCLE; c < COUNTERS; c++)
        if (!strcmp(options.counter, counters[c].name))
            return counts(c) ? c : TIME;
    bool automatic = strcmp(options.counter, counters[TIME].name);
    return automatic && counts(CYCLE) && cycle_is_quick() ? CYCLE : TIME;
}

/* From one tick of `time` to a later one, so that its coarseness costs nothing. */
static uint64_t calibration_round(void)
{
    uint64_t before = csr_read(time), first, now;
    while ((first = csr_read(time)) == before)
        ;
    uint64_t start = timer_read();
    while ((now = csr_read(time)) - first < timebase / CALIBRATIONS_A_SECOND)
        ;
    return mul_div(timer_read() - start, timebase, now - first);
}

static uint64_t calibrate(void)
{
    uint64_t results[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        results[i] = calibration_round();
    sort_u64(results, ROUNDS);
    return max_u64(results[ROUNDS / 2], 1);
}

void timer_init(void)
{
    find_timebase();
    hz = timebase;
    use(choose());
    if (counter != TIME) {
        hz = calibrate();
        source = counters[counter].source;
    }
}
