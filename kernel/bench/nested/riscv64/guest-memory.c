/* As the guest would translate the address: how a hypervisor reads a guest's instructions and
 * tables. */
#include "hypervisor-csr.h"

static uint64_t word;

/* As the guest's supervisor (hstatus.SPVP). */
static const char *init(void)
{
    const char *reason = hypervisor_init();
    if (!reason)
        csr_set(CSR_HSTATUS, HSTATUS_SPVP);
    return reason;
}

TIMED_INSN_OF(run_load, control_load, uint64_t at = (uint64_t)&word, ,
              ".insn r 0x73, 4, 0x36, t0, %0, x0", : : "r"(at) : "t0")
TIMED_INSN_OF(run_store, control_store, uint64_t at = (uint64_t)&word, ,
              ".insn r 0x73, 4, 0x37, x0, %0, x0", : : "r"(at) : "memory")

VARIANT_OF(run_load, control_load, load, "-load", .summary = "Load from a guest's memory (HLV.D)",
           .path = PATH_NESTED, .exits = 1, .init = init, .cleanup = hypervisor_cleanup);
VARIANT_OF(run_store, control_store, store, "-store",
           .summary = "Store to a guest's memory (HSV.D)", .path = PATH_NESTED, .exits = 1,
           .init = init, .cleanup = hypervisor_cleanup);
