/* The first instructions of the process, of its threads, and behind its signal handlers. */
    .text

/* Linux leaves the words of the program on the stack. */
    .globl _start
_start:
    mov %rsp, %rdi
    and $-16, %rsp
    call process_start

/* What a signal handler returns to: rt_sigreturn is call 15. */
    .globl signal_return
signal_return:
    mov $15, %eax
    syscall

/* long thread_start(void (*body)(void), void *stack_top, long flags, int *cleared): clone is
 * call 56, exit 60. */
    .globl thread_start
thread_start:
    sub $16, %rsi
    mov %rdi, (%rsi)
    mov %rdx, %rdi
    mov %rcx, %r10
    xor %edx, %edx
    xor %r8d, %r8d
    mov $56, %eax
    syscall
    test %eax, %eax
    jz 1f
    ret
1:
    mov (%rsp), %rax
    call *%rax
    xor %edi, %edi
    mov $60, %eax
    syscall

    .section .note.GNU-stack, "", @progbits
