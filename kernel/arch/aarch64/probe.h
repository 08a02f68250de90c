/* Trying an instruction that this machine may refuse. */
#ifndef PROBE_H
#define PROBE_H

/* What x0 holds behind an instruction that was refused; also SMCCC's "not supported". */
#define PROBE_REFUSED -1

#ifdef __ASSEMBLER__

/* clang-format off */
/* An instruction whose synchronous exception goes on behind it with PROBE_REFUSED in x0. The
 * exception handler knows it by its address in .probes. */
    .macro probed instruction:vararg
7373:
    \instruction
    .pushsection .probes, "a"
    .word 7373b - .
    .popsection
    .endm
/* clang-format on */

#else

#include <stdbool.h>
#include <stdint.h>

/* Whether an instruction runs here; its operands follow as inputs and clobbers of an asm
 * statement. It may not use x0. */
#define instruction_runs(instruction, ...)                           \
    ({                                                               \
        register int64_t x0_ asm("x0") = 0;                          \
        asm volatile(PROBED(instruction) : "+r"(x0_) : __VA_ARGS__); \
        x0_ != PROBE_REFUSED;                                        \
    })

/* Whether a system register may be read here. */
#define sysreg_readable(name) instruction_runs("mrs x9, " #name, : "x9")

/* clang-format off */
#define PROBED(instruction)          \
    "7373:\n\t" instruction "\n\t"   \
    ".pushsection .probes, \"a\"\n\t"\
    ".word 7373b - .\n\t"            \
    ".popsection"
/* clang-format on */

#endif
#endif
