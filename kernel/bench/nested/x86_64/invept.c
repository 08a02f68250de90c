/* A hypervisor below drops what it keeps of its guest's EPT. */
#include <hyperbench.h>
#include <vmx_l2.h>

/* The instruction's types (Intel SDM 3, 31.3, INVEPT) have their bits in the order of the types. */
enum { ONE = 1, ALL = 2 };

static struct invalidation what;

static const char *init(void)
{
    const char *why = l2_start(l2_cpuid, 0, EXIT_CPUID, L2_NEEDS_EPT);
    if (why)
        return why;
    what.which = vmread(VMCS_EPT_POINTER);
    if (!(vmx_ept_vpid() >> (CAN_INVEPT_ONE - ONE + operand) & 1))
        why = "VMX has no INVEPT of this type";
    else if (!invept(operand, &what))
        why = "INVEPT fails";
    if (why)
        vmx_stop();
    return why;
}

TIMED_INSN_WITH(uint64_t type = operand, , "invept %1, %0", : : "r"(type), "m"(what) : "cc",
                "memory")

BENCHMARK(.summary = "Drop the translations of one EPT pointer (INVEPT)", .operand = ONE,
          .exits = 1, VMX_BENCHMARK);

VARIANT(all, "-all", .summary = "Drop the translations of all EPT pointers (INVEPT)",
        .operand = ALL, .exits = 1, VMX_BENCHMARK);
