/* XSETBV writes XCR0 with the value it has. It always exits on Intel's processors, and KVM
 * intercepts it on AMD's: the value must be one that the guest's CPUID allows. */
#include "xcr0.h"

static uint32_t low, high;

static const char *init(void)
{
    const char *reason = xcr0_open();
    if (!reason)
        asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return reason;
}

TIMED_INSN_WITH(uint64_t number = operand; uint64_t a = low; uint64_t d = high, , "xsetbv",
                :
                : "c"(number), "a"(a), "d"(d))

BENCHMARK(.summary = "Write what state is saved for a task with its current value (XSETBV)",
          .path = PATH_HYPERVISOR, .exits = 1, .also = "ACRN: xsetbv", .init = init,
          .cleanup = xcr0_close);
