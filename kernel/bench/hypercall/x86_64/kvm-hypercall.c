/* From Linux' Documentation/virt/kvm/x86/hypercalls.rst. The first does nothing in any KVM of
 * today: exit, and search for the call. sched-yield lends the rest of the vCPU's time to
 * another, which halts here and cannot use it; kick-cpu wakes it. A call and a return around
 * the instruction, some five cycles, are in the figure. */
#include <apic.h>
#include <counted.h>
#include <cpu.h>
#include <gates.h>
#include <hyperbench.h>
#include <kvm.h>

enum call { VAPIC_POLL_IRQ = 1, KICK_CPU = 5, CLOCK_PAIRING = 9, SEND_IPI = 10, SCHED_YIELD = 11 };
enum { OTHER = 1, VECTOR = VECTORS_COUNTED, PAIRING_SIZE = 64 };

static struct {
    uint64_t first, second, third, fourth;
} arguments;

static void call(void)
{
    kvm_call(operand, arguments.first, arguments.second, arguments.third, arguments.fourth);
}

static uint64_t unused;
TIMED_CALL(uint64_t kept = unused, , call(), kept)

static const char *init(void)
{
    memset(&arguments, 0, sizeof arguments);
    return kvm_calls_needed();
}

static const char *init_with(uint64_t feature)
{
    const char *reason = init();
    if (reason || machine.hypervisor_features & feature)
        return reason;
    return "this KVM does not offer the call (CPUID 0x40000001)";
}

static const char *init_yield(void)
{
    const char *reason = init_with(KVM_FEATURE_PV_SCHED_YIELD);
    arguments.first = cpu_apic_id(OTHER);
    return reason;
}

static const char *init_kick(void)
{
    const char *reason = init_with(KVM_FEATURE_PV_UNHALT);
    arguments.second = cpu_apic_id(OTHER);
    return reason;
}

/* A bitmap of receivers in two words, the APIC ID of its first bit, and a command. */
static const char *init_ipi(void)
{
    const char *reason = init_with(KVM_FEATURE_PV_SEND_IPI);
    if (!reason)
        counted_take(VECTOR);
    arguments.first = 1;
    arguments.third = cpu_apic_id(0);
    arguments.fourth = VECTOR;
    return reason;
}

static const char *init_pairing(void)
{
    static uint8_t pairing[PAIRING_SIZE] __attribute__((aligned(PAIRING_SIZE)));
    const char *reason = init();
    arguments.first = (uint64_t)pairing;
    if (reason)
        return reason;
    return kvm_call(CLOCK_PAIRING, arguments.first, 0, 0, 0) < 0
               ? "this KVM pairs no clocks: its host's clock is not the time stamp counter"
               : NULL;
}

#define KVM_CALL .path = PATH_HYPERVISOR, .exits = 1

BENCHMARK(.summary = "Call KVM for what it has done away with (VAPIC_POLL_IRQ)", KVM_CALL,
          .operand = VAPIC_POLL_IRQ, .init = init);

VARIANT(sched_yield, "-sched-yield", .summary = "Yield to a vCPU that halts (KVM_HC_SCHED_YIELD)",
        KVM_CALL, .cpus = 2, .operand = SCHED_YIELD, .init = init_yield);

/* The other vCPU exits again when it halts anew. */
VARIANT(kick_cpu, "-kick-cpu", .summary = "Wake a vCPU that halts (KVM_HC_KICK_CPU)",
        .path = PATH_HYPERVISOR, .exits = EXITS_VARY, .cpus = 2, .operand = KICK_CPU,
        .init = init_kick);

VARIANT(send_ipi, "-send-ipi", .path = PATH_INTERRUPT, .exits = 2,
        .summary = "Send an IPI to oneself by a call and take it (KVM_HC_SEND_IPI)",
        .operand = SEND_IPI, .init = init_ipi, .cleanup = gates_reset);

VARIANT(clock_pairing, "-clock-pairing",
        .summary = "Pair the host's clock with the counter (KVM_HC_CLOCK_PAIRING)", KVM_CALL,
        .operand = CLOCK_PAIRING, .init = init_pairing);
