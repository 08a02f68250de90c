/* From EL2, or EL1, to EL1, with all exceptions masked. */
#include "layout.h"

#define CURRENTEL_EL1 4
#define CURRENTEL_EL2 8

/* SPSR: EL1 with SP_EL1, all of DAIF masked. */
#define SPSR_EL1H_MASKED 0x3c5

/* EL1 is AArch64 and may use pointer authentication; all else is left to it, untrapped. */
#define HCR_EL1 (1 << 31 | 1 << 40 | 1 << 41)
#define CPTR_UNTRAPPED 0x33ff
#define CNTHCTL_UNTRAPPED 3 /* EL1 may use the physical counter and timer */
#define ICC_SRE_EL2 s3_4_c12_c9_5
#define ICC_SRE_ENABLE 0xf /* system registers, also for EL1; no FIQ or IRQ bypass */

    .text

/* Uses x0 and x1 only. */
    .globl enter_el1
enter_el1:
    msr daifset, #0xf
    msr spsel, #1
    ldr x0, =SCTLR_BASE
    msr sctlr_el1, x0
    isb
    mrs x0, currentel
    cmp x0, #CURRENTEL_EL1
    b.eq 9f
    cmp x0, #CURRENTEL_EL2
    b.eq 1f
0:  wfi /* EL3 is the firmware's: with none, no PSCI and no interrupt for EL1 */
    b 0b
1:

    ldr x0, =HCR_EL1
    msr hcr_el2, x0
    isb
    mov x0, #CPTR_UNTRAPPED
    msr cptr_el2, x0
    msr hstr_el2, xzr
    msr vttbr_el2, xzr
    msr cntvoff_el2, xzr
    mov x0, #CNTHCTL_UNTRAPPED
    msr cnthctl_el2, x0
    /* EL1 sees the CPU's own identity. */
    mrs x0, midr_el1
    msr vpidr_el2, x0
    mrs x0, mpidr_el1
    msr vmpidr_el2, x0
    /* All event counters are EL1's, none of its debug registers trap. */
    mrs x0, id_aa64dfr0_el1
    ubfx x0, x0, #8, #4 /* PMUVer: 0 none, 15 not of the architecture */
    cmp x0, #15
    ccmp x0, #0, #4, ne
    b.eq 1f
    mrs x0, pmcr_el0
    ubfx x0, x0, #11, #5
    msr mdcr_el2, x0
1:  /* A GICv3's registers for EL1, if there is one to talk to. */
    mrs x0, id_aa64pfr0_el1
    ubfx x0, x0, #24, #4
    cbz x0, 2f
    mov x0, #ICC_SRE_ENABLE
    msr ICC_SRE_EL2, x0
    isb
2:  /* Fine-grained traps (FEAT_FGT) have no defined value after reset: HFGRTR, HFGWTR,
     * HFGITR, HDFGRTR, HDFGWTR. */
    mrs x0, id_aa64mmfr0_el1
    ubfx x0, x0, #56, #4
    cbz x0, 3f
    msr s3_4_c1_c1_4, xzr
    msr s3_4_c1_c1_5, xzr
    msr s3_4_c1_c1_6, xzr
    msr s3_4_c3_c1_4, xzr
    msr s3_4_c3_c1_5, xzr
3:  adrp x0, el2_vectors
    add x0, x0, :lo12:el2_vectors
    msr vbar_el2, x0
    adrp x0, started_at_el2
    mov w1, #1
    str w1, [x0, :lo12:started_at_el2]
    mov x0, #SPSR_EL1H_MASKED
    msr spsr_el2, x0
    msr elr_el2, x30
    eret
9:  ret

    .ltorg

/* EL2's vectors: an HVC from EL1 goes on at EL2 where x16 says. The other entries are for
 * exceptions of EL2's own code, and of a lower level's that are not trapped. */
    .section .text.vectors, "ax"
    .balign 2048
el2_vectors:
    .skip 0x400
    br x16
/* In the file, as all that is written before caches are on (early.c). */
    .section .data.early, "aw"
    .balign 4
    .globl started_at_el2
started_at_el2:
    .word 0

    .section .note.GNU-stack, "", @progbits
