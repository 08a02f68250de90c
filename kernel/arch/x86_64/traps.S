/* The entry of all 256 vectors, and the way back. */
    .text

/* Exceptions 8, 10–14, 17, 21, 29 and 30 push an error code (AMD APM 2, 8.2; Intel SDM 3,
 * 6.13); for the others a zero keeps the frame's shape. */
    .balign 16
    .globl trap_stubs
trap_stubs:
    .set vector, 0
    .rept 256
    .balign 16
    .if !(vector == 8 || (vector >= 10 && vector <= 14) || vector == 17 || vector == 21 || vector == 29 || vector == 30)
    push $0
    .endif
    push $vector
    jmp trap_common
    .set vector, vector + 1
    .endr

trap_common:
    push %rax
    push %rbx
    push %rcx
    push %rdx
    push %rsi
    push %rdi
    push %rbp
    push %r8
    push %r9
    push %r10
    push %r11
    push %r12
    push %r13
    push %r14
    push %r15
    mov %rsp, %rdi
    mov %rsp, %rbx
    and $-16, %rsp
    cld
    call trap_dispatch
    mov %rbx, %rsp
    pop %r15
    pop %r14
    pop %r13
    pop %r12
    pop %r11
    pop %r10
    pop %r9
    pop %r8
    pop %rbp
    pop %rdi
    pop %rsi
    pop %rdx
    pop %rcx
    pop %rbx
    pop %rax
    add $16, %rsp /* vector and error code */
    iretq

    .section .note.GNU-stack, "", @progbits
