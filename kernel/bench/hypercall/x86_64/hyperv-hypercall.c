/* Of Hyper-V itself or of a KVM that poses as it; the interrupt is taken and ended. A call and
 * a return around the instruction, some five cycles, are in the figure. */
#include <counted.h>
#include <gates.h>
#include <hyperbench.h>
#include <hyperv.h>
#include <probe.h>

enum { VECTOR = VECTORS_COUNTED, SELF = 1 << 0, ALL_ADDRESS_SPACES = 1 << 1 };
#define FLUSH_VIRTUAL_ADDRESS_SPACE 0x0002ULL
#define SEND_SYNTHETIC_CLUSTER_IPI (0x000bULL | HYPERV_FAST)

/* Address space, flags and mask of virtual processors (TLFS 9.4.2); in place of the IPI's input a
 * vector and a mask (TLFS 10.4). */
static const uint64_t flush_input[3] __attribute__((aligned(32))) = {0, ALL_ADDRESS_SPACES, SELF};

static void flush(void) { hyperv_call(operand, (uint64_t)flush_input, 0); }
static void interrupt(void) { hyperv_call(operand, VECTOR, SELF); }
static void nothing(void) { hyperv_call(operand, 0, 0); }

static uint64_t unused;
TIMED_CALL(uint64_t kept = unused, , nothing(), kept)
TIMED_CALL_OF(run_flush, control_flush, uint64_t kept = unused, , flush(), kept)
TIMED_CALL_OF(run_ipi, control_ipi, uint64_t kept = unused, , interrupt(), kept)

static void cleanup(void)
{
    hyperv_end();
    gates_reset();
}

static const char *init(void)
{
    if (!hyperv_present())
        return "the hypervisor does not offer Hyper-V's calls";
    const char *reason = probe_call(hyperv_setup());
    if (reason)
        cleanup();
    return reason;
}

static const char *init_with(uint64_t first, uint64_t second)
{
    const char *reason = init();
    if (reason)
        return reason;
    counted_take(VECTOR);
    if (!hyperv_call(operand, first, second))
        return NULL;
    cleanup();
    return "the hypervisor answers the call with an error";
}

static const char *init_flush(void) { return init_with((uint64_t)flush_input, 0); }
static const char *init_ipi(void) { return init_with(VECTOR, SELF); }

BENCHMARK(.summary = "Make a call that Hyper-V does not know", .path = PATH_HYPERVISOR, .exits = 1,
          .init = init, .cleanup = cleanup);

VARIANT_OF(run_flush, control_flush, flush_call, "-flush",
           .summary = "Have Hyper-V flush one's own TLB (HvCallFlushVirtualAddressSpace)",
           .path = PATH_HYPERVISOR, .exits = 1, .operand = FLUSH_VIRTUAL_ADDRESS_SPACE,
           .init = init_flush, .cleanup = cleanup);

VARIANT_OF(run_ipi, control_ipi, send_ipi, "-send-ipi",
           .summary = "Have Hyper-V send oneself an IPI (HvCallSendSyntheticClusterIpi)",
           .path = PATH_INTERRUPT, .exits = 2, .operand = SEND_SYNTHETIC_CLUSTER_IPI,
           .init = init_ipi, .cleanup = cleanup);
