/* Every kernel's way in and out. The processor does it alone, unless a hypervisor runs the
 * guest's kernel in ring 3. Both bases are the same meanwhile, so that an interrupt between
 * the two finds its own. */
#include <hyperbench.h>

#include "x86.h"

enum { MSR_GS_BASE = 0xc0000101, MSR_KERNEL_GS_BASE = 0xc0000102 };

static uint64_t saved;

static const char *init(void)
{
    saved = rdmsr(MSR_KERNEL_GS_BASE);
    wrmsr(MSR_KERNEL_GS_BASE, rdmsr(MSR_GS_BASE));
    return NULL;
}

static void cleanup(void) { wrmsr(MSR_KERNEL_GS_BASE, saved); }

TIMED_INSN("swapgs\n\tswapgs", : : : "memory")

BENCHMARK(.summary = "Change to the kernel's GS base and back (SWAPGS twice)", .path = PATH_DIRECT,
          .init = init, .cleanup = cleanup);
