/* A read of a register that changes what it stands for. Hypervisors that offer a PLIC at all
 * emulate it in their monitor. */
#include <hyperbench.h>
#include <line.h>

static uint64_t claim;

static const char *init(void)
{
    claim = plic_claim_register();
    return claim ? NULL : "the device tree names no PLIC for this hart";
}

TIMED_INSN_WITH(uint64_t address = claim, , "lw t0, 0(%0)", : : "r"(address) : "t0", "memory")

BENCHMARK(.summary = "Claim an interrupt from the PLIC when there is none", .path = PATH_MONITOR,
          .exits = 1, .init = init);
