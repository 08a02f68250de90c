/* Recovery points. */
    .text

/* What a called function must preserve: the stack pointer and s0 to s11 (RISC-V calling
 * convention), with the return address in front. */
    .macro for_saved op
    \op ra, 0 * 8(a0)
    \op sp, 1 * 8(a0)
    \op s0, 2 * 8(a0)
    \op s1, 3 * 8(a0)
    \op s2, 4 * 8(a0)
    \op s3, 5 * 8(a0)
    \op s4, 6 * 8(a0)
    \op s5, 7 * 8(a0)
    \op s6, 8 * 8(a0)
    \op s7, 9 * 8(a0)
    \op s8, 10 * 8(a0)
    \op s9, 11 * 8(a0)
    \op s10, 12 * 8(a0)
    \op s11, 13 * 8(a0)
    .endm

/* int recovery_set(struct recovery *) */
    .globl recovery_set
recovery_set:
    for_saved sd
    li a0, 0
    ret

/* void recovery_jump(struct recovery *, int) */
    .globl recovery_jump
recovery_jump:
    for_saved ld
    mv a0, a1
    ret

    .section .note.GNU-stack, "", @progbits
