/* The first instructions of the process and of its threads. */
    .text

/* Linux leaves the words of the program on the stack. */
    .globl _start
_start:
    mv a0, sp
    call process_start

/* What a signal handler returns to: rt_sigreturn is call 139. */
    .globl signal_return
signal_return:
    li a7, 139
    ecall

/* long thread_start(void (*body)(void), void *stack_top, long flags, int *cleared): clone is
 * call 220, exit 93. */
    .globl thread_start
thread_start:
    addi a1, a1, -16
    sd a0, 0(a1)
    mv a0, a2
    li a2, 0
    mv a4, a3
    li a3, 0
    li a7, 220
    ecall
    beqz a0, 1f
    ret
1:
    ld t0, 0(sp)
    jalr t0
    li a0, 0
    li a7, 93
    ecall

    .section .note.GNU-stack, "", @progbits
