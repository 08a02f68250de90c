/* The entry of all traps, and the way back. Privileged specification, "stvec". */
#include "layout.h"

    .text

/* stvec in direct mode: every trap comes here, on the stack it interrupted. x4, which is tp,
 * is the same in all code; it is saved for the record's sake. A stack that cannot be written
 * to makes the stores below trap: that one goes to a stack kept for it, or it would trap for
 * ever. */
    .balign 4
    .globl trap_entry, trap_saved
trap_entry:
    sd t0, CPU_SCRATCH(tp)
    sd t1, CPU_SCRATCH + 8(tp)
    csrr t0, sepc
    lla t1, trap_entry
    bltu t0, t1, 1f
    lla t1, trap_saved
    bgeu t0, t1, 1f
    lla sp, last_stack_top
1:
    ld t0, CPU_SCRATCH(tp)
    ld t1, CPU_SCRATCH + 8(tp)
    addi sp, sp, -FRAME_SIZE
    .irp n, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    sd x\n, \n * 8(sp)
    .endr
trap_saved:
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

    .section .bss
    .balign 16
    .skip 8192
last_stack_top:

    .section .note.GNU-stack, "", @progbits
