/* A vector table of a benchmark's own, in which a synchronous exception of the code that it
 * times takes the shortest way back. All other entries go to the kernel's: interrupts and the
 * time limit work as ever. */
#ifndef VECTORS_H
#define VECTORS_H

#include <hyperbench.h>
#include <sysreg.h>

extern const uint8_t vectors[], short_vectors[];

/* The first of the entries is for synchronous exceptions of a CPU that uses SP_EL0, as ours
 * does; those from lower levels, which we have none of, are left out. */
/* clang-format off */
#define SHORT_VECTORS(handler)   \
    asm(".pushsection .text.vectors, \"ax\"\n" \
        ".balign 2048\n"         \
        "short_vectors:\n"       \
        "    " handler "\n"      \
        "    .set at, 128\n"     \
        "    .rept 7\n"         \
        "    .balign 128\n"      \
        "    b vectors + at\n"   \
        "    .set at, at + 128\n"\
        "    .endr\n"            \
        "    .popsection")
/* clang-format on */

static inline void use_vectors(const uint8_t *table)
{
    write_sysreg(vbar_el1, (uint64_t)table);
    isb();
}

#endif
