/* The lazy switch of vector registers: takes them away (CPACR_EL1), uses one, and the handler
 * gives them back. Six instructions and an exception, the guest's own unless its hypervisor
 * traps CPACR_EL1 (CPTR_EL2.TCPAC). The first use after a vCPU was loaded may exit, for the
 * hypervisor's own lazy switch. */
#include "vectors.h"

/* x10 holds CPACR_EL1 with the registers on. */
SHORT_VECTORS("msr cpacr_el1, x10\n\teret");

#define FPEN (3UL << 20) /* Arm ARM, D19, "CPACR_EL1" */

static uint64_t saved;

static const char *init(void)
{
    saved = read_sysreg(cpacr_el1);
    use_vectors(short_vectors);
    return NULL;
}

static void cleanup(void)
{
    write_sysreg(cpacr_el1, saved);
    use_vectors(vectors);
}

/* FMOV X9, D0 by its number: the compiler's options allow no name of such a register. ERET
 * synchronizes what the handler wrote. */
TIMED_INSN_WITH(register uint64_t on asm("x10") = saved | FPEN;
                uint64_t off = saved & ~FPEN, ,
                "msr cpacr_el1, %0\n\tisb\n\t.inst 0x9e660009", : : "r"(off), "r"(on) : "x9",
                "memory")

BENCHMARK(.summary = "Use a vector register that was taken away (FPEN), and get it back",
          .init = init, .cleanup = cleanup);
