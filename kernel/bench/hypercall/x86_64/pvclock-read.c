/* A page that the hypervisor keeps up to date, from which the guest computes the time with its
 * own counter, without an exit. After the second all vCPUs' pages are written again. */
#include <hyperbench.h>
#include <kvm.h>
#include <x86.h>

static struct pvclock page __attribute__((aligned(64)));

static uint64_t scale(uint64_t ticks, const volatile struct pvclock *clock)
{
    int shift = clock->tsc_shift;
    ticks = shift < 0 ? ticks >> -shift : ticks << shift;
    return (uint64_t)((unsigned __int128)ticks * clock->tsc_to_system_mul >> 32);
}

/* Nanoseconds; once more if KVM wrote the page meanwhile. */
static inline uint64_t read_clock(const volatile struct pvclock *clock)
{
    uint32_t version;
    uint64_t now;
    do {
        version = clock->version & ~1U;
        now = clock->system_time + scale(timer_read() - clock->tsc_timestamp, clock);
    } while (clock->version != version);
    return now;
}

TIMED_CALL(uint64_t now = 0, , now = read_clock(&page), now)

TIMED_INSN_OF(run_register, control_register, uint64_t value = (uint64_t)&page | 1, ,
              "wrmsr", : : "c"(KVM_MSR_SYSTEM_TIME), "a"((uint32_t)value),
              "d"((uint32_t)(value >> 32)) : "memory")

static void cleanup(void) { wrmsr(KVM_MSR_SYSTEM_TIME, 0); }

static const char *init(void)
{
    if (!kvm_present() || !(machine.hypervisor_features & KVM_FEATURE_CLOCKSOURCE2))
        return "the hypervisor has no clock of KVM's kind";
    page.version = 0;
    wrmsr(KVM_MSR_SYSTEM_TIME, (uint64_t)&page | 1);
    if (*(volatile uint32_t *)&page.version)
        return NULL;
    cleanup();
    return "KVM does not fill the page of its clock";
}

BENCHMARK(.summary = "Read KVM's paravirtual clock from its page", .path = PATH_DIRECT,
          .init = init, .cleanup = cleanup);

VARIANT_OF(run_register, control_register, by_register, "-register",
           .summary = "Tell KVM where the page of its clock is (WRMSR)", .path = PATH_HYPERVISOR,
           .exits = 1, .init = init, .cleanup = cleanup);
