/* HVC from EL1 to EL2 of our own, and ERET back: the kernel was started at EL2 and has left
 * vectors there that return at once. On a bare machine with EL2, or an emulated one, that is
 * two instructions. In a guest with a virtual EL2 (FEAT_NV) the hypervisor below takes the
 * HVC, enters the guest's EL2, takes the ERET, and enters EL1: the world switch that every exit
 * of a nested guest is made of. */
#include <el2.h>
#include <hyperbench.h>

static const char *init(void)
{
    return started_at_el2 ? NULL : "the kernel was started at EL1: the machine has no EL2 for it";
}

TIMED_INSN("hvc #0", : : : "memory")

BENCHMARK(.summary = "Enter EL2 and return at once (HVC, ERET)", .path = PATH_NESTED, .exits = 2,
          .init = init);
