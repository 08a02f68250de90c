/* The entry of all traps, and the way back. Privileged specification, chapter 10.1. */
#include "layout.h"

    .text

/* stvec in direct mode: every trap comes here, on the stack it interrupted. x4, which is tp,
 * is the same in all code; it is saved for the record's sake. */
    .balign 4
    .globl trap_entry
trap_entry:
    addi sp, sp, -FRAME_SIZE
    .irp n, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    sd x\n, \n * 8(sp)
    .endr
    addi t0, sp, FRAME_SIZE
    csrr t1, sepc
    csrr t2, sstatus
    sd t0, 2 * 8(sp)
    sd t1, 0(sp)
    sd t2, FRAME_SSTATUS(sp)
    mv a0, sp
    call trap_dispatch
    ld t1, 0(sp)
    ld t2, FRAME_SSTATUS(sp)
    csrw sepc, t1
    csrw sstatus, t2
    .irp n, 1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    ld x\n, \n * 8(sp)
    .endr
    addi sp, sp, FRAME_SIZE
    sret

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
