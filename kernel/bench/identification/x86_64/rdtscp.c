/* The system has stored the number in an MSR. No exit, unless for debugging or for guests that
 * have been moved to a processor of another frequency. */
#include <hyperbench.h>

#include "x86.h"

static const char *init(void)
{
    bool known = cpuid(0x80000000, 0).eax >= 0x80000001;
    return known && cpuid(0x80000001, 0).edx & 1 << 27 ? NULL : "the CPU has no RDTSCP";
}

TIMED_INSN("rdtscp", : : : "rax", "rcx", "rdx")

BENCHMARK(.summary = "Read the time stamp counter and the CPU's number (RDTSCP)",
          .path = PATH_DIRECT, .init = init);
