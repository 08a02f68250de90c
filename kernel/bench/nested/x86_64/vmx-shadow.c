/* L1 has given L2 a shadow VMCS: both go to it without an exit to L1. A hypervisor below may
 * pass that on to the processor, or emulate it after an exit. They run in a loop in L2,
 * entered and left once a batch; the control loop lacks them. */
#include <hyperbench.h>
#include <vmx_l2.h>

/* L2 begins at `code`, whose loop turns n times; returns what VMREAD read there. */
static inline uint64_t in_l2(const uint8_t *code, uint64_t n)
{
    vmwrite(VMCS_GUEST_RIP, (uint64_t)code);
    uint64_t value = L2_RUN(l2_resume, n, VMCS_GUEST_RIP);
    l2_check();
    return value;
}

static const char *init(void)
{
    const char *why = l2_start(l2_vmread, VMCS_GUEST_RIP, EXIT_VMCALL, L2_SHADOW_VMCS);
    if (why || in_l2(l2_vmread, 1) == (uint64_t)l2_vmread)
        return why;
    vmx_stop();
    return "VMREAD in L2 does not read the shadow VMCS";
}

TIMED_FUNCTION
static void run_read(uint64_t n) { in_l2(l2_vmread, n); }
TIMED_FUNCTION
static void run_write(uint64_t n) { in_l2(l2_vmwrite, n); }
TIMED_FUNCTION
static void control(uint64_t n) { in_l2(l2_count, n); }

VARIANT_OF(run_read, control, read, "-read", .summary = "Read the shadow VMCS in L2 (VMREAD)",
           .exits = 1, VMX_BENCHMARK);

VARIANT_OF(run_write, control, write, "-write", .summary = "Write the shadow VMCS in L2 (VMWRITE)",
           .exits = 1, VMX_BENCHMARK);
