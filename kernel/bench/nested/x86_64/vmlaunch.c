/* A VMCS can be launched only when it is clear, so VMCLEAR and VMPTRLD come before each
 * launch, in the control loop as well: what is left is VMLAUNCH, L2's instruction and its
 * exit. */
#include <hyperbench.h>
#include <vmx_l2.h>

static uint64_t vmcs;

static const char *init(void)
{
    const char *why = l2_start(l2_cpuid, 0, EXIT_CPUID, 0);
    if (!why)
        asm volatile("vmptrst %0" : "=m"(vmcs) : : "cc");
    return why;
}

#define CLEAR asm volatile("vmclear %0\n\tvmptrld %0" : : "m"(pointer) : "cc", "memory")

L2_TIMED_LOOP(run, uint64_t pointer = vmcs, CLEAR, l2_launch)
L2_TIMED_LOOP(control, uint64_t pointer = vmcs, CLEAR, l2_not_entered)

BENCHMARK(.summary = "Launch L2 until its exit by CPUID (VMLAUNCH)", .exits = 2, VMX_BENCHMARK);
