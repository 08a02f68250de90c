/* Recovery points. */
    .text

/* int recovery_set(struct recovery *): what a called function must preserve, its caller's
 * stack pointer and return address (System V ABI, x86-64). */
    .globl recovery_set
recovery_set:
    mov %rbx, 0(%rdi)
    mov %rbp, 8(%rdi)
    mov %r12, 16(%rdi)
    mov %r13, 24(%rdi)
    mov %r14, 32(%rdi)
    mov %r15, 40(%rdi)
    lea 8(%rsp), %rax
    mov %rax, 48(%rdi)
    mov (%rsp), %rax
    mov %rax, 56(%rdi)
    xor %eax, %eax
    ret

/* void recovery_jump(struct recovery *, int) */
    .globl recovery_jump
recovery_jump:
    mov 0(%rdi), %rbx
    mov 8(%rdi), %rbp
    mov 16(%rdi), %r12
    mov 24(%rdi), %r13
    mov 32(%rdi), %r14
    mov 40(%rdi), %r15
    mov 48(%rdi), %rsp
    mov %esi, %eax
    jmp *56(%rdi)

    .section .note.GNU-stack, "", @progbits
