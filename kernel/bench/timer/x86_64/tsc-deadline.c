/* An MSR (Intel SDM 3, 11.5.4.1) that Linux writes at every tick. For each write the
 * hypervisor sets up a timer of its own. The second waits until its handler has run: the
 * interrupt, its handler of 6 instructions (12 with x2APIC) and its EOI are in the figure, and
 * only the loop is subtracted. */
#include <apic_timed.h>
#include <counted.h>
#include <gates.h>
#include <x86.h>

enum { VECTOR = VECTORS_COUNTED, MSR_TSC_DEADLINE = 0x6e0, PASSED = 1 };

/* Ticks: minutes on any machine, and few enough for KVM to count in nanoseconds. */
#define FAR (1ULL << 40)

/* Takes the timer from the kernel, which takes it back when it next sets its alarm: the change of
 * its mode disarms it. The fence has the mode in place before the MSR is written (SDM 3,
 * 11.5.4.1). */
static void take_timer(void)
{
    apic_write(APIC_TIMER, APIC_TIMER_TSC_DEADLINE | VECTOR);
    asm volatile("mfence" : : : "memory");
}

TIMED_INSN_WITH(take_timer(); uint64_t deadline = timer_read() + FAR, ,
                              "wrmsr", : : "c"(MSR_TSC_DEADLINE), "a"((uint32_t)deadline),
                              "d"((uint32_t)(deadline >> 32)) : "memory")

static void fire(void)
{
    uint64_t before = counted;
    wrmsr(MSR_TSC_DEADLINE, PASSED);
    counted_wait_or_end(before);
}

static uint64_t unused;
TIMED_CALL_OF(run_fire, control_fire, uint64_t kept = unused; take_timer(), , fire(), kept)

static const char *init(void)
{
    bool able = apic_present() && cpuid(1, 0).ecx & 1 << 24;
    return able ? NULL : "the CPU has no TSC deadline in its timer";
}

static const char *init_fire(void)
{
    const char *reason = init();
    if (reason)
        return reason;
    counted_take(VECTOR);
    uint64_t before = counted;
    take_timer();
    wrmsr(MSR_TSC_DEADLINE, PASSED);
    if (counted_wait(before))
        return NULL;
    gates_reset();
    return "the TSC deadline raises no interrupt";
}

BENCHMARK(.summary = "Arm the timer's TSC deadline, far ahead (WRMSR)", .path = PATH_HYPERVISOR,
          .exits = 1, .init = init);

VARIANT_OF(run_fire, control_fire, immediate, "-immediate",
           .summary = "Arm a TSC deadline that has passed, take its interrupt and end it",
           .path = PATH_INTERRUPT, .exits = 2, .also = "kut: tscdeadline_immed", .init = init_fire,
           .cleanup = gates_reset);
