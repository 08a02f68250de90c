/* The kernel was started at EL2 and has left vectors there, which do one thing and return by
 * ERET; registers are written with the value they have. In a guest with a virtual EL2
 * (FEAT_NV) the hypervisor below takes the HVC, enters the guest's EL2, takes the ERET, and
 * enters EL1, as for every exit of a nested guest. It takes accesses to EL2's registers too,
 * unless FEAT_NV2 turns them into accesses to memory; subtract the first figure to see them. */
#include <el2.h>
#include <hyperbench.h>

/* What is done at EL2: vectors there go to where x16 says. EL2 has no paging: only the pages
 * that hold code and nothing that was ever written may be used. */
#define AT_EL2(name, instruction)                                                        \
    asm(".pushsection .text\n" #name "_at_el2: " instruction "\n    eret\n.popsection"); \
    extern const uint8_t name##_at_el2[];                                                \
    TIMED_INSN_OF(run_##name, control_##name,                                            \
                  register uint64_t at asm("x16") = (uint64_t)name##_at_el2, ,           \
                  "hvc #0", : : "r"(at) : "x9", "memory")

AT_EL2(nothing, "")
AT_EL2(read, "mrs x9, hcr_el2")
AT_EL2(write, "mrs x9, vttbr_el2\n    msr vttbr_el2, x9")
AT_EL2(flush, "tlbi vmalls12e1")

static const char *init(void)
{
    return started_at_el2 ? NULL : "the kernel was started at EL1: the machine has no EL2 for it";
}

VARIANT_OF(run_nothing, control_nothing, nothing, "-hvc",
           .summary = "Enter EL2 and return at once (HVC, ERET)", .path = PATH_NESTED, .exits = 2,
           .init = init);
VARIANT_OF(run_read, control_read, read, "-read",
           .summary = "Enter EL2, read a control of it and return (HCR_EL2)", .path = PATH_NESTED,
           .exits = EXITS_VARY, .init = init);
VARIANT_OF(run_write, control_write, write, "-write",
           .summary = "Enter EL2, read and write the second stage's root and return (VTTBR_EL2)",
           .path = PATH_NESTED, .exits = EXITS_VARY, .init = init);
VARIANT_OF(run_flush, control_flush, flush, "-tlbi",
           .summary = "Enter EL2, flush the guest's translations and return (TLBI VMALLS12E1)",
           .path = PATH_NESTED, .exits = EXITS_VARY, .init = init);
