/* The vector table, what surrounds every exception, and the way out of one. */
#include "layout.h"

    .text

/* Sixteen entries of 128 bytes (Arm ARM, D1.3.1, "exception vectors"). */
    .macro entry number
    .balign 128
    sub sp, sp, FRAME_SIZE
    stp x0, x1, [sp]
    mov x0, \number
    b enter
    .endm

    .macro entries from
    .set number, \from
    .rept 16 - \from
    entry number
    .set number, number + 1
    .endr
    .endm

    .balign 2048
    .globl vectors
vectors:
    entries 0

/* Tables for exceptions that a benchmark takes on purpose: the first entry, a synchronous
 * exception of code that used SP_EL0, is the shortest handler there is. They change x9 and x10,
 * as posih_arch.h says. This one goes on behind the instruction. */
    .balign 2048
    .globl vectors_skip
vectors_skip:
    mrs x9, elr_el1
    add x9, x9, #4
    msr elr_el1, x9
    eret
    entries 1

/* This one stores in a page's entry what a struct answer, in TPIDR_EL0, says. A TLB may still
 * hold an entry that forbade the access (Arm ARM, D8.13), so it is invalidated by its address. */
    .balign 2048
    .globl vectors_map
vectors_map:
    mrs x9, tpidr_el0
    ldp x9, x10, [x9]
    str x10, [x9]
    mrs x10, far_el1
    lsr x10, x10, #12
    dsb nshst
    tlbi vaae1, x10
    dsb nsh
    eret
    entries 1

enter:
    stp x2, x3, [sp, #16]
    stp x4, x5, [sp, #32]
    stp x6, x7, [sp, #48]
    stp x8, x9, [sp, #64]
    stp x10, x11, [sp, #80]
    stp x12, x13, [sp, #96]
    stp x14, x15, [sp, #112]
    stp x16, x17, [sp, #128]
    stp x18, x19, [sp, #144]
    stp x20, x21, [sp, #160]
    stp x22, x23, [sp, #176]
    stp x24, x25, [sp, #192]
    stp x26, x27, [sp, #208]
    stp x28, x29, [sp, #224]
    mrs x1, sp_el0
    stp x30, x1, [sp, #240]
    mrs x1, elr_el1
    mrs x2, spsr_el1
    stp x1, x2, [sp, #256]
    mov x1, sp
    bl trap_dispatch

    ldp x1, x2, [sp, #256]
    msr elr_el1, x1
    msr spsr_el1, x2
    ldp x30, x1, [sp, #240]
    msr sp_el0, x1
    ldp x2, x3, [sp, #16]
    ldp x4, x5, [sp, #32]
    ldp x6, x7, [sp, #48]
    ldp x8, x9, [sp, #64]
    ldp x10, x11, [sp, #80]
    ldp x12, x13, [sp, #96]
    ldp x14, x15, [sp, #112]
    ldp x16, x17, [sp, #128]
    ldp x18, x19, [sp, #144]
    ldp x20, x21, [sp, #160]
    ldp x22, x23, [sp, #176]
    ldp x24, x25, [sp, #192]
    ldp x26, x27, [sp, #208]
    ldp x28, x29, [sp, #224]
    ldp x0, x1, [sp]
    add sp, sp, FRAME_SIZE
    eret

/* void recovery_jump(struct recovery *, int): leaves a handler for good, so that the
 * exception stack is empty again. */
    .globl recovery_jump
recovery_jump:
    mrs x3, tpidr_el1
    ldr x3, [x3, CPU_EXCEPTION_STACK_TOP]
    msr spsel, #1
    mov sp, x3
    msr spsel, #0
    b recovery_restore

    .section .note.GNU-stack, "", @progbits
