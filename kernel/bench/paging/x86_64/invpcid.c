/* The guest's own under nested paging; under shadow paging it exits, and costs the hypervisor
 * what it dropped. */
#include <hyperbench.h>

#include "x86.h"

enum { ADDRESS, CONTEXT, EVERYTHING };

/* Intel SDM 2A, INVPCID: the context's number, then a linear address. */
static const uint64_t context_0[2] __attribute__((aligned(16)));

static const char *init(void)
{
    return cpuid_max() >= 7 && cpuid(7, 0).ebx & 1 << 10 ? NULL : "the CPU has no INVPCID";
}

TIMED_INSN_WITH(uint64_t what = operand; const uint64_t *which = context_0, ,
                                         "invpcid (%0), %1", : : "r"(which), "r"(what) : "memory")

BENCHMARK(.summary = "Drop one address's entries from the TLB (INVPCID)", .path = PATH_PAGING,
          .operand = ADDRESS, .init = init);
VARIANT(context, "-context", .summary = "Drop one context's entries from the TLB (INVPCID)",
        .path = PATH_PAGING, .operand = CONTEXT, .init = init);
VARIANT(everything, "-all",
        .summary = "Drop all contexts' entries from the TLB, global ones too (INVPCID)",
        .path = PATH_PAGING, .operand = EVERYTHING, .init = init);
