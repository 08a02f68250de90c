/* Calls by the SMC Calling Convention (Arm DEN0028): x0 to x3 go out and come back.
 * void smccc_hvc(struct smccc *), void smccc_smc(struct smccc *) */
#include "probe.h"

    .text

    .macro call name, instruction
    .globl smccc_\name
smccc_\name:
    str x0, [sp, #-16]!
    ldp x2, x3, [x0, #16]
    ldp x0, x1, [x0]
    probed \instruction #0
    ldr x4, [sp], #16
    stp x0, x1, [x4]
    stp x2, x3, [x4, #16]
    ret
    .endm

    call hvc, hvc
    call smc, smc

    .section .note.GNU-stack, "", @progbits
