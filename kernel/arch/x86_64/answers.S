/* The shortest handlers of exceptions that a benchmark takes on purpose. They run with interrupts
 * off, and change the registers that posih_arch.h names. */
    .text

/* #BP is a trap: the address on the stack is the next instruction's (Intel SDM 3, 6.15). */
    .balign 16
    .globl answer_breakpoint
answer_breakpoint:
    iretq

/* #UD is a fault: on to what is behind UD2's two bytes. */
    .balign 16
    .globl answer_undefined
answer_undefined:
    addq $2, (%rsp)
    iretq

/* The CPU forgets what its TLB holds of the page when it faults (Intel SDM 3, 4.10.4.1): nothing
 * is left to flush. Above the error code is where to go on. */
    .balign 16
    .globl answer_page_fault
answer_page_fault:
    mov answer_entry, %rax
    mov answer_value, %rdx
    mov %rdx, (%rax)
    add $8, %rsp
    iretq

    .section .note.GNU-stack, "", @progbits
