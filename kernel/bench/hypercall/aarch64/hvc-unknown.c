/* A number from the range of vendors' hypervisors: the hypervisor answers "not supported". Two
 * instructions: the number is loaded anew each time, because the answer replaces it. */
#include <hyperbench.h>
#include <psci.h>

static const char *init(void)
{
    return psci_uses_hvc() ? NULL
                           : "PSCI is not called by HVC here: nothing is known to answer one";
}

#define FUNCTION 0xc600ff7eUL /* Arm DEN0028, 2.5: fast, 64 bits, owner 6 */

/* x0 to x17 are the callee's (DEN0028, 2.6). */
TIMED_INSN_WITH(register uint64_t function asm("x19") = FUNCTION, ,
                "mov x0, %0\n\thvc #0", : : "r"(function) : "x0", "x1", "x2", "x3", "x4", "x5",
                "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17",
                "memory")

BENCHMARK(.summary = "Call the hypervisor with an unknown function (HVC)", .path = PATH_HYPERVISOR,
          .exits = 1, .also = "kut: hvc", .init = init);
