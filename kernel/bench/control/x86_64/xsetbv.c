/* Into XCR0. It always exits on Intel's processors, and KVM intercepts it on AMD's: the value
 * must be one that the guest's CPUID allows. XGETBV never exits, and is not here. */
#include <hyperbench.h>

#include "x86.h"

enum { AFTER_RESET = 1 }; /* XCR0: the x87's state alone (Intel SDM 1, 13.3) */

static uint64_t cr4;
static uint32_t low, high;

static const char *init(void)
{
    if (!(cpuid(1, 0).ecx & 1 << 26))
        return "the CPU has no XSAVE";
    cr4 = read_cr4();
    low = AFTER_RESET;
    if (cr4 & CR4_OSXSAVE) /* else nobody can have changed it */
        asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    write_cr4(cr4 | CR4_OSXSAVE);
    return NULL;
}

static void cleanup(void) { write_cr4(cr4); }

TIMED_INSN_WITH(uint64_t number = operand; uint64_t a = low;
                uint64_t d = high, , "xsetbv", : : "c"(number), "a"(a), "d"(d))

BENCHMARK(.summary = "Write what state is saved for a task with its current value (XSETBV)",
          .path = PATH_HYPERVISOR, .exits = 1, .also = "ACRN: xsetbv", .init = init,
          .cleanup = cleanup);
