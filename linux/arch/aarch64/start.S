/* The first instructions of the process and of its threads. */
    .text

/* Linux leaves the words of the program on the stack. */
    .globl _start
_start:
    mov x0, sp
    bl process_start

/* The kernel's alone has a second stack to look after. */
    .globl recovery_jump
recovery_jump:
    b recovery_restore

/* What a signal handler returns to: rt_sigreturn is call 139. */
    .globl signal_return
signal_return:
    mov x8, #139
    svc #0

/* long thread_start(void (*body)(void), void *stack_top, long flags, int *cleared): clone is
 * call 220, exit 93. */
    .globl thread_start
thread_start:
    str x0, [x1, #-16]!
    mov x0, x2
    mov x2, #0
    mov x4, x3
    mov x3, #0
    mov x8, #220
    svc #0
    cbz x0, 1f
    ret
1:
    ldr x0, [sp]
    blr x0
    mov x0, #0
    mov x8, #93
    svc #0

    .section .note.GNU-stack, "", @progbits
