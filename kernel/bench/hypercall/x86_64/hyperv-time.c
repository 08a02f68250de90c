/* An exit, where the page that Windows reads costs none. */
#include <hyperbench.h>
#include <hyperv.h>
#include <x86.h>

enum { MSR_TIME_REFERENCE = 0x40000020, LEAF_FEATURES = 0x40000003, HAS_REFERENCE = 1 << 1 };

TIMED_INSN("rdmsr", : : "c"(MSR_TIME_REFERENCE) : "rax", "rdx")

static const char *init(void)
{
    bool able = hyperv_present() && cpuid(LEAF_FEATURES, 0).eax & HAS_REFERENCE;
    return able ? NULL : "the hypervisor has no reference time of Hyper-V's kind";
}

BENCHMARK(.summary = "Read Hyper-V's reference time (RDMSR)", .path = PATH_HYPERVISOR, .exits = 1,
          .init = init);
