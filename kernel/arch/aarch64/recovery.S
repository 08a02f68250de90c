/* Recovery points. */
    .text

/* int recovery_set(struct recovery *): what a called function must preserve, its stack
 * pointer and return address (AAPCS64, 6.1). */
    .globl recovery_set
recovery_set:
    stp x19, x20, [x0]
    stp x21, x22, [x0, #16]
    stp x23, x24, [x0, #32]
    stp x25, x26, [x0, #48]
    stp x27, x28, [x0, #64]
    stp x29, x30, [x0, #80]
    mov x1, sp
    str x1, [x0, #96]
    mov w0, #0
    ret

/* void recovery_restore(struct recovery *, int): what recovery_jump() does with a stack of its
 * own. */
    .globl recovery_restore
recovery_restore:
    ldp x19, x20, [x0]
    ldp x21, x22, [x0, #16]
    ldp x23, x24, [x0, #32]
    ldp x25, x26, [x0, #48]
    ldp x27, x28, [x0, #64]
    ldp x29, x30, [x0, #80]
    ldr x2, [x0, #96]
    mov sp, x2
    mov w0, w1
    ret

    .section .note.GNU-stack, "", @progbits
