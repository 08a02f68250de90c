/* Trying an instruction that this machine may refuse. */
#ifndef PROBE_H
#define PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include "csr.h"

/* Whether an instruction runs here; its operands follow as inputs and clobbers of an asm
 * statement. An exception goes on behind it, to where stvec points meanwhile, with interrupts
 * off. */
#define instruction_runs(instruction, ...)                                                   \
    ({                                                                                       \
        uint64_t vector_, sstatus_, ran_;                                                    \
        asm volatile(PROBE_TEXT(instruction)                                                 \
                     : [vector] "=&r"(vector_), [sstatus] "=&r"(sstatus_), [ran] "=&r"(ran_) \
                     : __VA_ARGS__);                                                         \
        ran_ != 0;                                                                           \
    })

/* Whether a CSR may be read here, by name or number. */
#define csr_readable(csr) instruction_runs("csrr t0, " CSR_TEXT(csr), : "t0", "memory")

/* clang-format off */
#define PROBE_TEXT(instruction)          \
    "csrrci %[sstatus], sstatus, 2\n\t"  \
    "lla %[vector], 1f\n\t"              \
    "csrrw %[vector], stvec, %[vector]\n\t" \
    "li %[ran], 0\n\t"                   \
    instruction "\n\t"                   \
    "li %[ran], 1\n\t"                   \
    ".balign 4\n"                        \
    "1:\n\t"                             \
    "csrw stvec, %[vector]\n\t"          \
    "csrw sstatus, %[sstatus]"
/* clang-format on */

#endif
