/* The VPID is L2's. A hypervisor below does the same for the VPID that it runs L2 with. */
#include <hyperbench.h>
#include <vmx_l2.h>

/* The instruction's types (Intel SDM 3, 31.3, INVVPID) have their bits in the order of the types.
 */
enum { ADDRESS = 0, ONE = 1, ALL = 2 };

static struct invalidation what;

static const char *init(void)
{
    const char *why = vmx_start();
    if (why)
        return why;
    what = (struct invalidation){L2_VPID, (uint64_t)&what};
    if (!(vmx_second_controls() & SECOND_VPID))
        why = "VMX has no VPID";
    else if (!(vmx_ept_vpid() >> (CAN_INVVPID_ADDRESS + operand) & 1))
        why = "VMX has no INVVPID of this type";
    else if (!invvpid(operand, &what))
        why = "INVVPID fails";
    if (why)
        vmx_stop();
    return why;
}

TIMED_INSN_WITH(uint64_t type = operand, , "invvpid %1, %0", : : "r"(type), "m"(what) : "cc",
                "memory")

BENCHMARK(.summary = "Drop the translations of one VPID (INVVPID)", .operand = ONE, .exits = 1,
          VMX_BENCHMARK);

VARIANT(address, "-address", .summary = "Drop one address's translation of a VPID (INVVPID)",
        .operand = ADDRESS, .exits = 1, VMX_BENCHMARK);

VARIANT(all, "-all", .summary = "Drop the translations of all VPIDs (INVVPID)", .operand = ALL,
        .exits = 1, VMX_BENCHMARK);
